// At the end of a copy of a report: notes what a browser draws of it, then clicks the link as a reader would.
(function () {
  function drawn(selector) {
    return Array.from(document.querySelectorAll(selector)).filter(function (part) {
      var box = part.getBoundingClientRect();
      var style = getComputedStyle(part);
      return box.width + box.height > 0 && style.visibility === "visible" &&
        (style.stroke !== "none" || style.fill !== "none");
    }).length;
  }
  function cut(text) {
    var box = text.getBBox();
    var all = text.ownerSVGElement.viewBox.baseVal;
    return box.x < all.x || box.y < all.y || box.x + box.width > all.x + all.width ||
      box.y + box.height > all.y + all.height;
  }
  var page = document.documentElement;
  var note = document.createElement("script");
  note.type = "application/json";
  note.id = "drawn";
  note.textContent = JSON.stringify({
    intervals: drawn("#answer .whisker"),
    floors: drawn("#answer .floor"),
    notRealised: drawn("#answer text.not_realised"),
    costs: drawn("#cost .line"),
    reach: drawn("#tlb .plot .line"),
    levels: drawn("#tlb .floor"),
    cut: Array.from(document.querySelectorAll(".plot text")).filter(cut).map(function (text) {
      return text.textContent;
    }),
    sideways: page.scrollWidth > page.clientWidth
  });
  document.body.appendChild(note);
  document.getElementById("download").click();
})();
