package sds

import "time"

// Upload is a file that a user may upload: the only record that ties an object in the
// bucket to a company.
type Upload struct {
	ID        UploadID  `dynamodbav:"ID"`
	Version   int64     `dynamodbav:"Version"`
	Company   CompanyID `dynamodbav:"Company"`
	By        UserID    `dynamodbav:"By"`
	Key       string    `dynamodbav:"Key"` // the object's key
	Name      string    `dynamodbav:"Name"`
	Size      int64     `dynamodbav:"Size"`
	SHA256    string    `dynamodbav:"SHA256"`
	Sheet     SheetID   `dynamodbav:"Sheet"` // once it is registered
	CreatedAt time.Time `dynamodbav:"CreatedAt"`
}

// Object is the metadata of an uploaded object.
type Object struct {
	Size    int64
	Version string
	// SHA256 is the digest that S3 verified on upload, in hexadecimal; empty where none was given.
	SHA256 string
}
