package pattern

// Split makes a pattern run its alternatives from now on, as one does that was run often.
func (p *Pattern) Split() { p.runs.Store(runsBeforeSplit) }
