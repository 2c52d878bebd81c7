package child

import (
	"slices"
	"testing"
)

// TestWindowsPaths: which entries of a PATH of Windows count beside the workspace
// C:\Work\App and the share \\host\team\app.
func TestWindowsPaths(t *testing.T) {
	roots := []string{`C:\Work\App`, `\\host\team\app\`}
	for dir, counts := range map[string]bool{
		`C:\Windows\system32`: true, `D:\tools`: true, `C:/tools/bin`: true, `\\host\team\bin`: true, `"C:\Program Files\x"`: true,
		`C:\Work\Apps`: true, `C:\Work\App2\bin`: true, `C:\Work`: true, `\\?\C:\tools`: true, `C:\`: true, `C:\Work\App\..\bin`: true, `\\host\team\apps`: true,
		`C:\Work\App`: false, `c:\work\app\bin`: false, `C:/Work/App/node_modules/.bin`: false, `C:\Work\App\`: false, `"C:\Work\App\bin"`: false,
		`\\?\C:\Work\App\bin`: false, `C:\Work\.\App\bin`: false, `C:\x\..\Work\App`: false, `C:\Work.\App \bin`: false, `C:\\Work\\App\\bin`: false,
		`\\HOST\team\app\bin`: false, `\\?\UNC\host\team\app\bin`: false, `//host/team/app/bin`: false,
		``: false, `.`: false, `bin`: false, `.\bin`: false, `C:bin`: false, `C:`: false, `\bin`: false, `/bin`: false, `\\host`: false,
	} {
		got := windowsPath(dir, roots)
		if counts != (len(got) == 1) {
			t.Errorf("%s: %q", dir, got)
		}
	}
	if got := windowsPath(`C:\a;;bin;C:\Work\App\bin;"D:\b c"`, roots); !slices.Equal(got, []string{`C:\a`, `D:\b c`}) {
		t.Errorf("%q", got)
	}
}
