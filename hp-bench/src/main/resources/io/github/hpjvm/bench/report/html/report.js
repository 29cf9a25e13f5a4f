// Saves the copy of results.json in this page, because the file itself may be elsewhere.
document.getElementById("download").addEventListener("click", function () {
  var text = document.getElementById("results").textContent;
  var blob = new Blob([text], { type: "application/json" });
  this.href = URL.createObjectURL(blob);
});
