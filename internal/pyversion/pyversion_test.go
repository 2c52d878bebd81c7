package pyversion

import (
	"os"
	"path/filepath"
	"testing"

	"github.com/fettle-dev/fettle/internal/testkit/must"
)

func TestOldest(t *testing.T) {
	t.Setenv("VIRTUAL_ENV", "")
	t.Setenv("PATH", t.TempDir())
	for _, c := range []struct {
		name  string
		files map[string]string
		minor int
		says  string
	}{
		{"nothing", nil, 0, ""},
		{"requires-python", map[string]string{"pyproject.toml": "[project]\nrequires-python = \">= 3.8, <4\"\n"}, 8, "pyproject.toml"},
		{"poetry", map[string]string{"pyproject.toml": "[tool.poetry.dependencies]\npython = \"^3.6\"\nx = {version = \"1\"}\n"}, 6, "pyproject.toml"},
		{"poetry's alternatives", map[string]string{"pyproject.toml": "[tool.poetry.dependencies]\npython = \"~2.7 || ^3.5\"\n"}, Two, "pyproject.toml"},
		{"setup.cfg", map[string]string{"setup.cfg": "[options]\npython_requires = >=3.7\n"}, 7, "setup.cfg"},
		{"setup.cfg without a word", map[string]string{"setup.cfg": "[flake8]\n", "setup.py": "setup(\n    python_requires='>=3.6',\n)\n"}, 6, "setup.py"},
		{"setup.py by a name", map[string]string{"setup.py": "NEEDS = \">=3.5.2\"\nsetup(python_requires=NEEDS)\n"}, 5, "setup.py"},
		{"setup.py computed", map[string]string{"setup.py": "setup(python_requires=need(), classifiers=[\n  'Programming Language :: Python :: 3.8',\n  'Programming Language :: Python :: 3.7',\n])\n"}, 7, "setup.py"},
		{"setup.py's comment", map[string]string{"setup.py": "# python_requires='>=3.6'\n"}, 0, ""},
		{"requests", map[string]string{"setup.py": "setup(python_requires=\">=2.7, !=3.0.*, !=3.1.*, !=3.2.*, !=3.3.*, !=3.4.*\")\n"}, Two, "setup.py"},
		{"classifiers of Python 2", map[string]string{"setup.py": "setup(classifiers=[\n  'Programming Language :: Python :: 2.7',\n  'Programming Language :: Python :: 3.7',\n])\n"}, Two, "setup.py"},
		{"all of Python 3", map[string]string{"setup.py": "setup(python_requires='>=3')\n"}, 1, "setup.py"},
		{"the promise before the tool", map[string]string{"pyproject.toml": "[project]\nrequires-python = \">=3.8\"\n[tool.ruff]\ntarget-version = \"py311\"\n"}, 8, "pyproject.toml"},
		{"the tool alone", map[string]string{"ruff.toml": "target-version = \"py39\"\n"}, 9, "ruff.toml"},
		{"the environment", map[string]string{".venv/pyvenv.cfg": "home = /usr\nversion = 3.9.18\n"}, 9, ".venv/pyvenv.cfg"},
		{"broken", map[string]string{"pyproject.toml": "[project\n"}, 0, ""},
	} {
		t.Run(c.name, func(t *testing.T) {
			root := t.TempDir()
			must.WriteAll(t, root, c.files)
			minor, says := Oldest(root, filepath.Join(root, "src", "app", "x.py"))
			if minor != c.minor || says != c.says {
				t.Errorf("3.%d by %q, want 3.%d by %q", minor, says, c.minor, c.says)
			}
		})
	}
}

// Without any word of the project, what a shell runs counts.
func TestInterpreter(t *testing.T) {
	bin, root := t.TempDir(), t.TempDir()
	if err := os.WriteFile(filepath.Join(bin, "python3.9"), nil, 0o700); err != nil { //nolint:gosec // it stands for a program
		t.Fatal(err)
	}
	if err := os.Symlink("python3.9", filepath.Join(bin, "python3")); err != nil {
		t.Skip(err)
	}
	t.Setenv("VIRTUAL_ENV", "")
	t.Setenv("PATH", bin)
	if minor, says := Oldest(root, filepath.Join(root, "x.py")); minor != 9 || says != "python3 on PATH" {
		t.Errorf("3.%d by %q", minor, says)
	}
}

// TestPromised: what ruff reads itself is nothing that it has to be given.
func TestPromised(t *testing.T) {
	for name, c := range map[string]struct {
		files map[string]string
		want  int
	}{
		"setup.py":        {map[string]string{"setup.py": "setup(python_requires='>=3.8')\n"}, 8},
		"poetry":          {map[string]string{"pyproject.toml": "[tool.poetry.dependencies]\npython = '^3.8'\n"}, 8},
		"requires-python": {map[string]string{"pyproject.toml": "[project]\nrequires-python = '>=3.8'\n"}, 0},
		"settings of ruff": {map[string]string{"setup.py": "setup(python_requires='>=3.8')\n",
			"ruff.toml": "target-version = 'py39'\n"}, 0},
		"an environment": {map[string]string{".python-version": "3.8\n"}, 0},
	} {
		root := t.TempDir()
		must.WriteAll(t, root, c.files)
		if got := Promised(root); got != c.want {
			t.Errorf("%s: 3.%d, want 3.%d", name, got, c.want)
		}
	}
}
