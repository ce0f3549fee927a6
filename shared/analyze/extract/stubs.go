package extract

func (s *sheet) limits() {}
func (s *sheet) blocks() {}
