package lazyre

var Needed = needed
