package text

// Common returns how many bytes two texts share at their starts and, behind those, at
// their ends.
func Common(a, b string) (head, tail int) {
	const block = 256 // is compared at once
	most := min(len(a), len(b))
	for head+block <= most && a[head:head+block] == b[head:head+block] {
		head += block
	}
	for head < most && a[head] == b[head] {
		head++
	}
	most -= head
	for tail+block <= most && a[len(a)-tail-block:len(a)-tail] == b[len(b)-tail-block:len(b)-tail] {
		tail += block
	}
	for tail < most && a[len(a)-1-tail] == b[len(b)-1-tail] {
		tail++
	}
	return head, tail
}
