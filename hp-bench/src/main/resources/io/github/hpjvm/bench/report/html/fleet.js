"use strict";
// Shows the rows of the services that contain the text of the field.
(function () {
  const field = document.getElementById("service");
  document.getElementById("filter").hidden = false;
  const tables = [document.querySelector("section table"), document.querySelector("section.services table")];
  function filter() {
    const wanted = field.value.trim().toLowerCase();
    for (const table of tables) {
      if (table) {
        for (const row of table.tBodies[0].rows) {
          row.hidden = !row.cells[0].textContent.toLowerCase().includes(wanted);
        }
      }
    }
  }
  field.addEventListener("input", filter);
})();
