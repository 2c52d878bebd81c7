package doctor

import (
	"os"
	"testing"

	"github.com/fettle-dev/fettle/internal/testkit"
)

func TestMain(m *testing.M) {
	testkit.Alone()
	os.Exit(m.Run())
}
