package sds

import "time"

// Upload is a file that a person may send, and whose it is: the one place that ties
// an object in the bucket to a company.
type Upload struct {
	ID        UploadID
	Version   int64
	Company   CompanyID
	By        UserID
	Key       string // the object's key
	Name      string
	Size      int64
	SHA256    string
	Sheet     SheetID // once it is registered
	CreatedAt time.Time
}

// Object is what is known of an object that has come.
type Object struct {
	Size    int64
	Version string
	// SHA256 is the digest that was compared with the content when it came, in hexadecimal; empty where none was given.
	SHA256 string
}
