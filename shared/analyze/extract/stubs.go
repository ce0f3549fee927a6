package extract

func (s *sheet) limits()      {}
func (s *sheet) properties()  {}
func (s *sheet) transport()   {}
func (s *sheet) regulations() {}
func (s *sheet) blocks()      {}
