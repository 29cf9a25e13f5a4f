// The link gives out the copy in this page: results.json itself may not lie beside it.
document.getElementById("download").addEventListener("click", function () {
  var text = document.getElementById("results").textContent;
  var blob = new Blob([text], { type: "application/json" });
  this.href = URL.createObjectURL(blob);
});
