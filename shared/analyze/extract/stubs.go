package extract

func (s *sheet) blocks() {}
