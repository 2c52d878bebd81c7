package rest

import (
	"sync/atomic"
	"testing"
	"testing/synctest"
	"time"

	"github.com/fettle-dev/fettle/internal/limits"
)

func TestMemoryIsGivenBackInAPause(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		var freed atomic.Int32
		r := New(func() { freed.Add(1) })
		for range 10 {
			r.Touch()
			time.Sleep(limits.RestAfter / 2)
		}
		if n := freed.Load(); n != 0 {
			t.Errorf("freed %d times while somebody types", n)
		}
		time.Sleep(limits.RestAfter)
		if n := freed.Load(); n != 1 {
			t.Errorf("freed %d times", n)
		}
		r.Touch()
		r.Stop()
		time.Sleep(2 * limits.RestAfter)
		if n := freed.Load(); n != 1 {
			t.Errorf("freed %d times after the end", n)
		}
	})
}
