package effect

// Class is one class of questionable effect: what it sees in an edit, as a clause
// in plain words; "" where it sees nothing.
type Class struct {
	Name string
	// Harm says why a reader wants to know, in one line of documentation.
	Harm string
	sees func(*delta) string
}

// Classes are all rows, in the order in which they were thought of as unusual;
// measured weights decide which is said first.
var Classes = []Class{
	{"literal", "a value that nobody spoke of is another one now", literalReplaced},
	{"operator", "a calculation or comparison that nobody spoke of is another one now", operatorReplaced},
	{"condition-gone", "what was done in some cases is done always, or never", conditionGone},
	{"condition-added", "what was done always is done in some cases only", conditionAdded},
	{"condition-negated", "the cases are exchanged", conditionNegated},
	{"condition-changed", "other cases than before", conditionChanged},
	{"condition-constant", "a branch that is always, or never, taken", conditionConstant},
	{"branch-gone", "a case is no longer told apart", branchGone},
	{"loop-gone", "what was done for each is done once", loopGone},
	{"loop-left", "a loop ends, or goes on, elsewhere", loopLeft},
	{"default-added", "a missing value is replaced without a word", defaultAdded},
	{"constant-returned", "an answer that no longer depends on the question", constantReturned},
	{"constant-bound", "a value from nowhere", constantBound},
	{"call-gone", "something is no longer done", callGone},
	{"call-added", "something is done that was not before", callAdded},
	{"call-replaced", "something else is done", callReplaced},
	{"argument-dropped", "a setting falls back to its default", argumentDropped},
	{"argument-added", "a setting that was left to its default", argumentAdded},
	{"argument-exchanged", "values that trade places", argumentExchanged},
	{"argument-replaced", "another value is handed over", argumentReplaced},
	{"statement-gone", "a step is left out", statementGone},
	{"result-dropped", "what a call returns is thrown away", resultDropped},
	{"raise-gone", "a failure is no longer reported", raiseGone},
	{"raise-added", "something that worked can fail", raiseAdded},
	{"return-gone", "an answer is no longer given", returnGone},
	{"return-added", "a function ends earlier, or answers where it did not", returnAdded},
	{"return-replaced", "another answer", returnReplaced},
	{"handler-added", "failures are caught that were not before", handlerAdded},
	{"handler-silent", "a failure that nobody hears of", handlerSilent},
	{"handler-changed", "other failures are caught", handlerChanged},
	{"assertion-gone", "a check is gone or another one", assertionGone},
	{"await-gone", "nothing waits for the result", awaitGone},
	{"type-widened", "the type checker looks away", typeWidened},
	{"type-asserted", "the type checker is told what it cannot know", typeAsserted},
	{"annotation-changed", "a promise to callers is another one", annotationChanged},
	{"one-of-many", "one element is taken of several", oneOfMany},
	{"part-of-whole", "a part is taken for the whole", partOfWhole},
	{"name-gone", "something the statement depended on no longer matters to it", nameGone},
	{"ends-program", "the whole program ends", endsProgram},
	{"parameter-changed", "callers have to call it another way", parameterChanged},
	{"decorator-gone", "what was done around the function is not done", decoratorGone},
	{"import-added", "the project depends on one more module", importAdded},
	{"moved", "a step is done under another condition", moved},
	{"shared-state", "a function changes what others see", sharedState},
	{"swallowed-missing", "a missing object is passed over in silence", swallowedMissing},
}
