//go:build unix

package fleet

import (
	"context"
	"fmt"
	"os"
	"syscall"
	"testing"
	"time"

	"github.com/fettle-dev/fettle/internal/fleet/embedded"
	"github.com/fettle-dev/fettle/internal/testkit/must"
)

// TestFigures prints what the queue costs; make test-fleet runs it.
func TestFigures(t *testing.T) {
	if os.Getenv("FETTLE_FLEET") == "" {
		t.Skip("figures are for make test-fleet")
	}
	s := serve(t, embedded.Options{})
	f := dial(t, s.url)
	took := func(run string, jobs, workers int, each time.Duration) time.Duration {
		for i := range workers {
			stop := work(t, dial(t, s.url), &Worker{Name: fmt.Sprintf("%s-%d", run, i), Do: func(_ context.Context, _ string, body []byte) ([]byte, bool, error) {
				time.Sleep(each)
				return answer(body), false, nil
			}})
			defer stop()
		}
		list := bodies(jobs)
		begin := time.Now()
		r, c := submit(t, f, run, list)
		queued := time.Since(begin)
		c.await(t, f, r, list)
		all := time.Since(begin)
		t.Logf("%d jobs of %v by %d workers: %v, of which %v to queue them", jobs, each, workers, all, queued)
		return all
	}
	const n = 30
	before := processor(t)
	over := (took("overhead", n, 1, time.Second) - n*time.Second) / n
	t.Logf("overhead of the queue for a job of a second: %v, %.1f %%; processor time of this process: %v", over, float64(over)/float64(time.Second)*100, (processor(t)-before)/n)
	all := took("through", 2000, 8, 0)
	t.Logf("through one stream: %.0f jobs a second, by 8 workers in this process", 2000/all.Seconds())
	b := f.Budget("overhead")
	if _, err := f.NewRun(t.Context(), "overhead", testVersion, Limits{Calls: 1 << 30}); err != nil {
		t.Fatal(err)
	}
	for _, askers := range []int{1, 8, 64} {
		begin, ended := time.Now(), make(chan int)
		for range askers {
			go func() {
				done := 0
				for time.Since(begin) < 3*time.Second {
					if _, err := b.Take(t.Context()); err == nil {
						done++
					}
				}
				ended <- done
			}()
		}
		sum := 0
		for range askers {
			sum += <-ended
		}
		t.Logf("budget: %.0f reservations a second, %d at once", float64(sum)/time.Since(begin).Seconds(), askers)
	}
}

// processor is the processor time that this process has used: on a machine that does
// other work, what is waited for says little.
func processor(t *testing.T) time.Duration {
	t.Helper()
	var r syscall.Rusage
	must.OK(t, syscall.Getrusage(syscall.RUSAGE_SELF, &r))
	return time.Duration(r.Utime.Nano() + r.Stime.Nano())
}
