package main

// row is one threat or fault, and the tests that show what comes of it. A row
// without tests is an open one: it is printed at the end.
type row struct {
	id, what string
	tests    []string
}

// table has what can be done to a user (T), what a model's endpoint can do
// wrong (M), and what tools, files and the index can (F).
func table() []row {
	return append(append(threats(), endpointFaults()...), machineFaults()...)
}

func threats() []row {
	return []row{
		{"T1", "settings of a folder run a command", []string{"TestPlanes", "TestVSCodePlanes", "TestWorkspaceSettings",
			"TestSignalPlanes"}},
		{"T1.1", "settings of a folder have a model asked that the user said none of", []string{"TestNoModelIsTheLastWord",
			"TestNoModelIsFinal", "TestNoModelIsFinalInEditors", "TestNoModelIsFinalForPrograms"}},
		{"T2", "a program that lies in the folder is run in a tool's place", []string{"TestSearchPathHidesTheWorkspace",
			"TestBinaryOfTheWorkspace", "TestLook", "TestWindowsPaths", "TestProgramsOfOtherFolders",
			"TestLinksOfEachFolder", "TestLinksAreReadOnce"}},
		{"T3", "a tool runs code of a folder nobody trusts", []string{"TestMypyPluginOfTheWorkspace",
			"TestTrustDecidesWhatRuns", "TestGitRunsNothingOfTheRepository", "TestChokePoints"}},
		{"T3.1", "version control runs programs that a repository's own configuration names",
			[]string{"TestNothingOfTheFolderRuns", "TestNoVersionControl", "TestCompilersAskNoVersionControl",
				"TestGitRunsNothingOfTheRepository"}},
		{"T3.2", "a folder that was trusted changes what it runs",
			[]string{"TestGrantGoesStale", "TestGrantOfTheBinary", "TestStaleGrantInEditor"}},
		{"T3.3", "a folder below one that is denied, or reached by a link, counts as another",
			[]string{"TestDeniedBelow", "TestTrustFollowsLinks"}},
		{"T4", "a file's name becomes an option, or words of a shell",
			[]string{"TestHostileNames", "TestArgumentsArriveUnchanged"}},
		{"T4.1", "a child process is given keys", []string{"TestChildSeesNoKey", "TestEnvironmentHoldsNoSecret"}},
		{"T5", "an address set by somebody else is given the key or the text",
			[]string{"TestRedirects", "TestSecretOpensForItsOrigin", "TestHook"}},
		{"T6", "code, comments and dependencies give a model orders",
			[]string{"TestCapability", "TestManifestGrants", "TestMessageThatGivesOrders", "TestContainment"}},
		{"T6.1", "a model silences a tool in the tool's own words, or speaks to somebody in a comment",
			[]string{"TestComments", "TestWithoutComments", "TestOnlyHidden"}},
		{"T6.2", "a model puts code in place that does nothing, which no tool reports",
			[]string{"TestHollow", "TestLaziness"}},
		{"T6.3", "a model has a checker of types believe anything", []string{"TestTypes"}},
		{"T6.4", "a model breaks files that use what it changes",
			[]string{"TestSignature", "TestKeptElsewhere", "TestExportsKept"}},
		{"T6.5", "a model makes a test pass by changing the test", []string{"TestKeepsTheTest"}},
		{"T7", "a diagnostic gives orders or floods", []string{"TestConformance", "FuzzCleanMessage"}},
		{"T8", "an edit brings in characters nobody sees", []string{"TestUnicode", "TestHidden"}},
		{"T9", "a path leads out of the workspace",
			[]string{"TestReadStaysInside", "TestDeniedThroughLinks", "TestPath", "TestLinksAndPipes"}},
		{"T10", "files that steer programs are edited", []string{"TestProtectedPath"}},
		{"T11", "a secret is sent to a model",
			[]string{"TestNothingLeaks", "TestCanariesAreRedacted", "TestSealRefusesCanaries", "TestSecretsInWindows",
				"TestSecretsOfParts", "TestDeniedLater", "TestBuiltinDenials", "TestIgnoreFilesDeny", "TestNestedRootsDeny",
				"TestDenyPatternsOfTheSettings", "TestUnreadableIgnoreFileDenies", "TestIgnoreAgreesWithGit"}},
		{"T11.1", "a secret without a form of its own is written down in whatever way",
			[]string{"TestForms", "TestGivenForms", "TestFreshForms"}},
		{"T11.2", "a key of an issuer stands where nothing names it", []string{"TestFormats", "TestPrivateKeyBlocks"}},
		{"T11.3", "what is no secret is taken for one", []string{"TestOrdinaryTextStays", "TestBeginningsOfNames"}},
		{"T12", "a secret stands in a log, an error or a report",
			[]string{"TestNothingSecretLeaves", "TestHandlerScrubs", "TestSecretPrintsMask", "TestDoctorBug", "TestLiveKeys"}},
		{"T12.1", "a request leaves that no record says of", []string{"TestNoRequestWithoutItsEntry", "TestAuditComesBack",
			"TestAuditEntries", "TestAuditFallsBackToMemory"}},
		{"T13", "files of the program can be foreseen, or read by others", []string{"TestOwnFolders", "TestWriteOwn"}},
		{"T14", "a late or overlapping edit damages a text", []string{"TestStaleProperty", "TestTypingInTheWindowStopsTheFix",
			"TestTypingElsewhereMovesTheFix", "TestApplyOverlap"}},
		{"T15", "input exhausts memory, time or the stack",
			[]string{"TestConformance", "TestHostileTextIsCheap", "FuzzFrames"}},
		{"T16", "foreign text steers a terminal",
			[]string{"TestClean", "TestEscapedShowsNothingHidden", "TestJSONLeavesEscaped"}},
		{"T16.1", "foreign text brings links or markup into an editor",
			[]string{"TestForeignWordsAreNoLinks", "TestDefuse", "FuzzDefuse", "TestAllThatIsShownIsDefused"}},
		{"T16.2", "foreign text brings links or markup into a document or to a program",
			[]string{"TestMarkdown", "TestExplainIsDefused", "TestForeignWordsForPrograms"}},
		{"T17", "a dependency nobody asked for is in the program", []string{"TestDependencies", "TestPins"}},
		{"T17.1", "a dependency may not be passed on, or its terms are left out of a release", []string{"TestLicences"}},
		{"T17.2", "a Python package of CI is another than the one that was looked at",
			[]string{"TestPythonPackagesArePinned", "TestPipRefusesAnotherFile"}},
		{"T18", "a certificate that does not hold, or a proxy, reads along", []string{"TestNetworkFaults", "TestProxy"}},
		{"T19", "the server outlives its editor", []string{"TestWatchParent", "TestConformance",
			"TestHangIsKilledWithItsTree", "TestGuard", "TestGrandchildrenEnd", "TestStartTalksAndKills"}},
		{"T20", "a folder that is not trusted makes the program useless",
			[]string{"TestNoPrefetch", "TestTrustDecidesWhatRuns"}},
		{"T21", "another program drives this one", []string{"TestMCPRefusals", "TestMCPGoesOnAfterABadLine",
			"TestCommandArguments", "TestCommandKnowsWhatTheMenuWasTold"}},
		{"T21.1", "a diff, an agent's edit or its hook names files outside of the project, by paths or links",
			[]string{"TestHookDoors", "TestMCPCheck", "TestPatches", "TestNoPatches"}},
		{"T21.2", "a program has fixes written that were made of another text, or by itself",
			[]string{"TestMCPCheck", "TestMCPCheckWritesNothing"}},
		{"T21.3", "a change hides what it breaks: directives, settings of tools, tests",
			[]string{"TestHide", "TestLoosened", "TestSilenced", "TestMoved", "TestCommentToConfiguration", "TestBaseline"}},
		{"T21.4", "another fixer's command, or what it calls, is a program of a folder that is not trusted",
			[]string{"TestWithRunsNothingOfTheFolder"}},
		{"T21.5", "an agent's texts forge lines of an answer, steer a terminal, or pass a secret on in it",
			[]string{"TestAgentsWordsStayWords"}},
		{"T22", "writing a fix damages a file or what it is",
			[]string{"TestApply", "TestOneWriter", "TestWriteAtomic", "TestReadOnlyIsRefused", "TestHardLinksStay",
				"TestAttributesStay", "TestOwnerStays", "TestCopyOfBeforeIsNotOverwritten"}},
		{"T22.1", "the program ends, or the power goes, while a file is written in place", []string{"TestKilledInPlace"}},
		{"T23", "a job from a stolen queue names paths outside of its tree, programs, keys or settings",
			[]string{"TestHostileJobs", "TestThiefOfTheQueue", "TestWorkerHasOtherTools"}},
		{"T23.1", "a tree from a stolen store leads out of its folder, or is larger than it says",
			[]string{"TestHostileTree", "TestThiefOfTheQueue"}},
		{"T23.2", "a false worker gives texts for files that are not its job's, or such as the tools object to, or calls " +
			"fixed what is still there", []string{"TestHostileResults", "TestFalseWorker", "TestCheckedTogether", "TestUnkept"}},
		{"T23.3", "a repository of a list runs programs by its hooks or settings, an address is a command, or git asks for " +
			"a password", []string{"TestBranch", "TestOpenFails"}},
		{"T23.4", "a writer of the store forges what another worker has finished: an error that is still there is called " +
			"gone, or the text is another file's", []string{"TestUnkept"}},
	}
}

func endpointFaults() []row {
	matrix := func(id, what string, more ...string) row {
		return row{id, what, append([]string{"TestFaultMatrix"}, more...)}
	}
	return []row{
		{"M1", "no key", []string{"TestNoKey"}},
		{"M2", "refused, no such host, proxy wants a password, a bad certificate",
			[]string{"TestNetworkFaults", "TestProxy"}},
		matrix("M3", "the connection, the headers or the answer hang"),
		matrix("M4", "slow, but alive", "TestConformance"),
		matrix("M5", "the key is rejected"),
		matrix("M6", "the model is unknown", "TestOllamaModelThatIsMissing"),
		{"M7", "too many requests, and any form of Retry-After", []string{"TestFaultMatrix", "TestRetryAfter"}},
		matrix("M8", "server errors", "TestCircuit"),
		{"M9", "redirects", []string{"TestRedirects"}},
		matrix("M10", "cut short, reset, without an end"),
		matrix("M11", "ended by length, or by anything but the end"),
		matrix("M12", "HTML, nothing, another schema"),
		{"M13", "an answer that edits elsewhere, nothing, or breaks the code",
			[]string{"TestContainment", "TestNoOp", "TestModelRetry"}},
		matrix("M14", "endless, packed, drop by drop"),
		{"M15", "the answer repeats the prompt or a key", []string{"TestHandlerScrubs", "TestModelFaults"}},
		{"M16", "cancelled at any moment", []string{"TestMenuCancels", "TestCancelFromTheMenu"}},
		{"M17", "the machine slept: a connection is stale", []string{"TestStaleSocket"}},
	}
}

func machineFaults() []row {
	return []row{
		{"F1", "a tool is missing, or cannot be run", []string{"TestMissingAndNotExecutable", "TestToolGone"}},
		{"F2", "a tool crashes, says nonsense, or too much",
			[]string{"TestFaultyLinter", "TestOutputIsCapped", "FuzzDecoders"}},
		{"F3", "a tool hangs, or leaves a process that holds its pipe",
			[]string{"TestHangIsKilledWithItsTree", "TestDaemonHoldsThePipe", "TestHangCostsOnce"}},
		{"F4", "a tool names places that are not there, or another file",
			[]string{"TestFaultyLinter", "TestToolNamesAnotherPath"}},
		{"F5", "the text changes while a tool runs", []string{"TestLateLinterAndOtherTexts"}},
		{"F6", "pipes, devices and loops in the tree", []string{"TestSpecialFilesDoNotHang", "TestLinksAndPipes"}},
		{"F7", "files that cannot be read, are no text, or are very large", []string{"TestUnreadable", "TestNotIndexable"}},
		{"F8", "another encoding, line ends, a byte order mark",
			[]string{"TestEncodings", "TestConformance", "TestByteOrderMark"}},
		{"F9", "very many files, a slow listing", []string{"TestBoundedBuildEnds"}},
		{"F10", "the folder goes away", []string{"TestFolderGoesAway"}},
		{"F11", "too few watches", []string{"TestTreeOverflow"}},
		{"F12", "a name changes its case only", []string{"TestCaseOnlyRename"}},
		{"F13", "the index's file is damaged or newer", []string{"TestDamagedOrNewer", "TestDamagedLater"}},
		{"F14", "the index's file is locked", []string{"TestLocked", "TestTwoServers"}},
		{"F15", "the disk is full, or may not be written", []string{"TestDiskFull", "TestReadOnly"}},
		{"F16", "killed while the index is written", []string{"TestSoakKilled"}},
		{"F17", "the clock goes back", []string{"TestClockGoesBack"}},
		{"F18", "killed anywhere: what is left in the cache folder and beside files",
			[]string{"TestLitterOfKills", "TestWriteOwn"}},
		{"F19", "a worker of a fleet is killed between any two steps of a job", []string{"TestKilledInEveryPhase"}},
		{"F20", "the server of a fleet is started again, or away for longer than a lease",
			[]string{"TestServerRestarted", "TestCutLongerThanLease", "TestQuestionIsLost", "TestJetStreamComesLater"}},
		{"F21", "a slow worker, one that is told to end, two coordinators, a run that is taken up",
			[]string{"TestSlowWorkerKeepsItsLease", "TestHandedBack", "TestJobsAreDoneOnce", "TestTakenUp"}},
		{"F22", "a job that brings down whoever takes it", []string{"TestPoison"}},
		{"F23", "the store of a fleet is full", []string{"TestDiskFull"}},
		{"F24", "workers ask a model at once", []string{"TestBudgetIsShared", "TestSharedCalls"}},
		{"F25", "clocks of a fleet are days apart, that of its server goes back",
			[]string{"TestWrongClocks", "TestServerClockGoesBack", "TestNoClockOfThisMachine"}},
	}
}
