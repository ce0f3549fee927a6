package catalog

import (
	"bytes"
	"cmp"
	"slices"

	"github.com/google/uuid"
)

// orderKind is a sort of the store.
type orderKind int

const (
	orderCreated orderKind = iota
	orderRevised
	orderName
	orderStatus
	orderAssessed
	orderConfirmed
	orderUpdated
	orderCount
)

// orders are the sorts with the columns of their keys; the key of the name is its text.
var orders = [orderCount]struct {
	by     Sort
	column Column
}{
	orderCreated:   {SortCreated, ColumnCreated},
	orderRevised:   {SortRevised, ColumnRevised},
	orderName:      {by: SortName},
	orderStatus:    {SortStatus, columnStatus},
	orderAssessed:  {SortAssessed, ColumnAssessed},
	orderConfirmed: {SortConfirmed, ColumnConfirmed},
	orderUpdated:   {SortUpdated, ColumnUpdated},
}

var orderOf = func() map[Sort]orderKind {
	kinds := map[Sort]orderKind{}
	for i := range orders {
		kinds[orders[i].by] = orderKind(i)
	}
	return kinds
}()

// order is all sheets in the order of a key. Those whose key has changed since are in
// touched until the order is needed.
type order struct {
	sorted  []uint32
	touched []uint32
}

func (o *order) touch(n uint32) { o.touched = append(o.touched, n) }

// key is a sheet's key in an order; 0 in that of the name, whose key is its text.
func (st *store) key(kind orderKind, n uint32) int64 {
	if kind == orderName {
		return 0
	}
	return st.columns[orders[kind].column].key(n)
}

func (st *store) before(kind orderKind, a, b uint32) int {
	if kind == orderName {
		if c := bytes.Compare(st.name(a), st.name(b)); c != 0 {
			return c
		}
	} else if c := cmp.Compare(st.key(kind, a), st.key(kind, b)); c != 0 {
		return c
	}
	return st.compare(a, b)
}

// settle moves the touched sheets to their places.
func (st *store) settle(kind orderKind) {
	o := &st.orders[kind]
	if len(o.touched) == 0 {
		return
	}
	compare := func(a, b uint32) int { return st.before(kind, a, b) }
	slices.Sort(o.touched)
	o.touched = slices.Compact(o.touched)
	moved := newBits(st.len())
	for _, n := range o.touched {
		moved.set(n)
	}
	kept := make([]uint32, 0, st.len())
	for _, n := range o.sorted {
		if !moved.has(n) {
			kept = append(kept, n)
		}
	}
	slices.SortFunc(o.touched, compare)
	if len(kept) == 0 {
		o.sorted, o.touched = slices.Clone(o.touched), nil
		return
	}
	fresh := make([]uint32, 0, st.len())
	for _, n := range o.touched {
		at, _ := slices.BinarySearchFunc(kept, n, compare)
		fresh = append(append(fresh, kept[:at]...), n)
		kept = kept[at:]
	}
	o.sorted, o.touched = append(fresh, kept...), nil
}

// position is the position of a sheet in an order.
func (st *store) position(kind orderKind, n uint32) *Position {
	p := &Position{Number: st.key(kind, n), ID: sheetID(st.ids[n])}
	if kind == orderName {
		p.Text = string(st.name(n))
	}
	return p
}

// after is the number of sheets of the order up to a position, inclusive.
func (st *store) after(kind orderKind, p *Position) int {
	id, err := uuid.Parse(string(p.ID))
	if err != nil {
		return 0
	}
	at, found := slices.BinarySearchFunc(st.orders[kind].sorted, p, func(n uint32, p *Position) int {
		if kind == orderName {
			if c := bytes.Compare(st.name(n), []byte(p.Text)); c != 0 {
				return c
			}
		} else if c := cmp.Compare(st.key(kind, n), p.Number); c != 0 {
			return c
		}
		return compareIDs(st.ids[n], id)
	})
	if found {
		at++
	}
	return at
}
