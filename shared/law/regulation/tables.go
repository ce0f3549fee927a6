package regulation

// load reads the embedded tables.
func load() *Set {
	s, err := New(nil, nil, nil, nil, nil)
	if err != nil {
		panic("regulation: " + err.Error())
	}
	return s
}
