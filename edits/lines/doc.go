// Package lines is what fettle knows of lines of code without knowing what they
// mean: which new line is which old one ([Alike], [Key]), how a block of new
// code is indented and how it may have been meant ([Frame]), which lines at the
// edges of a rewritten block were lost or repeated ([Edges], [CutEchoes]), which
// comments stand for code ([Elided]), and where strings go over several lines
// ([LiteralLines]).
//
// All functions are pure and expect lines without terminators. Lines are counted
// from 0 here as everywhere in fettle's code.
package lines
