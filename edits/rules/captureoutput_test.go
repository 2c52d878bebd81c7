package rules

import "testing"

func TestCaptureOutput(t *testing.T) {
	runCases(t, "python", []ruleCase{
		{name: "denied", signal: "ruff/UP022", in: "«subprocess.run(['a'], stdout=subprocess.PIPE, capture_output=False, stderr=subprocess.PIPE)»\n", want: "subprocess.run(['a'], capture_output=True)\n"},
		{name: "said twice", signal: "ruff/UP022", in: "x = «run(\n    a, stdout=PIPE, capture_output=True, stderr=PIPE\n)»\n", want: "x = run(\n    a, capture_output=True\n)\n"},
		{name: "first of all", signal: "ruff/UP022", in: "«run(stderr=PIPE, stdout=PIPE, capture_output=False, args=a)»\n", want: "run(capture_output=True, args=a)\n"},
		{name: "both last, trailing comma", signal: "ruff/UP022", in: "«run(\n\ta,\n\tcapture_output=False,\n\tstdout=PIPE,\n\tstderr=PIPE,\n)» # é🎉\n", want: "run(\n\ta,\n\tcapture_output=True,\n) # é🎉\n"},
		{name: "no word of it yet", signal: "ruff/UP022", in: "«run(a, stderr=PIPE, check=True, stdout=PIPE)»; b\n", want: "run(a, capture_output=True, check=True); b\n"},
		{name: "alone", signal: "ruff/UP022", in: "«run(stdout=PIPE, stderr=PIPE)»\n", want: "run(capture_output=True)\n"},
		{name: "unpacked", signal: "ruff/UP022", in: "«run(a, stdout=PIPE, stderr=PIPE, **more)»\n", why: "unpacked"},
		{name: "computed", signal: "ruff/UP022", in: "«run(a, stdout=PIPE, stderr=PIPE, capture_output=b)»\n", why: "computed"},
		{name: "joined streams", signal: "ruff/UP022", in: "«run(a, stdout=PIPE, stderr=STDOUT)»\n", why: "both streams"},
		{name: "comment", signal: "ruff/UP022", in: "«run(a, capture_output=False,\n    stdout=PIPE,  # why\n    stderr=PIPE)»\n", why: "comment"},
		{name: "another call", signal: "ruff/UP022", in: "«Popen(a, stdout=PIPE, stderr=PIPE)»\n", why: "no call"},
	})
}
