package rest

import (
	"context"
	"errors"
	"slices"

	"anzen/shared/aws/table"
	"anzen/shared/domain/access"
	"anzen/shared/domain/sds"
)

// StillMay tells whether somebody of the company who was given something that cannot be taken back, such as a form for
// an upload, may still do one of the things that it was given for.
func (c *Call) StillMay(ctx context.Context, by sds.UserID, anyOf ...access.Permission) (bool, error) {
	if by == c.User {
		return true, nil // the frame has looked
	}
	u, err := c.Table.User(ctx, c.Company, by)
	if errors.Is(err, table.ErrNotFound) {
		return false, nil
	}
	return err == nil && u.Active && slices.ContainsFunc(anyOf, u.Role.Has), err
}
