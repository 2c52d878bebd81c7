package doubt

import (
	"fmt"

	"github.com/fettle-dev/fettle/internal/lazyre"
	"github.com/fettle-dev/fettle/internal/pyversion"
)

// ofPythonTwo are the checks that ruff has from tools which Python 2 ran: pyflakes, pycodestyle, isort, flake8-quotes,
// flake8-commas and pydocstyle.
var ofPythonTwo = lazyre.New(`^(?:F|E|W|I|Q|COM|D)\d`)

// forPythonThree says that the project also runs on Python 2. What today's tools write is for Python 3.7 and later
// (https://docs.astral.sh/ruff/faq/), and none of ours can look at the result as Python 2 does.
func (c Change) forPythonThree() string {
	if c.Oldest == nil || c.Snapshot.Lang != "python" || ofPythonTwo.MatchString(c.Finding.Code) {
		return ""
	}
	if minor, says := c.Oldest(); minor == pyversion.Two {
		return fmt.Sprintf("the project also runs on Python 2 (%s), and %s's fixes are for Python 3", says,
			c.Finding.Tool)
	}
	return ""
}
