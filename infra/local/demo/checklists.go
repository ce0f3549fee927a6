package demo

import (
	"context"
	"errors"
	"fmt"
	"slices"

	"anzen/functions/api/checklists"
	"anzen/shared/aws/table"
	"anzen/shared/domain/checklist"
	"anzen/shared/domain/sds"
	"anzen/shared/reference/regulation"
)

// watching are the demo company's checklists: categories as "law/code", and substances
// with thresholds of its own.
var watching = []struct {
	name, title, description string
	categories               [][2]string
	substances               []checklist.Substance
}{
	{
		name: "workplace", title: "安衛法 通知対象物・特化則・有機則",
		description: "リスクアセスメントと作業環境測定の対象製品を把握するための一覧です。\n新たに該当した製品は、使用を始める前に環境安全室が確認します。",
		categories:  [][2]string{{"JP-ISHA", "SDS"}, {"JP-ISHA", "TOKKA"}, {"JP-ISHA", "YUKI"}},
	},
	{
		name: "release", title: "化管法 第一種指定化学物質・毒劇法",
		description: "PRTR届出の対象となる製品と、毒物・劇物として施錠保管および受払簿の記録が必要な製品の一覧です。",
		categories: [][2]string{
			{"JP-PRTR", "C1"}, {"JP-PRTR", "SC1"}, {"JP-PDSCA", "POISON"}, {"JP-PDSCA", "DELETERIOUS"}, {"JP-PDSCA", "SPECIFIED"},
		},
	},
	{
		name: "own", title: "社内使用制限物質（自社基準）",
		description: "社内の化学物質管理規程で使用を制限している物質です。\n基準以上を含む製品を新たに採用するときは、代替品の検討結果を添えて環境安全室に申請してください。",
		substances: []checklist.Substance{
			{CAS: "50-00-0", Name: "ホルムアルデヒド", Percent: 0.1},
			{CAS: "71-43-2", Name: "ベンゼン", Percent: 0.1},
			{CAS: "75-09-2", Name: "ジクロロメタン", Percent: 1},
			{CAS: "79-01-6", Name: "トリクロロエチレン", Percent: 0.1},
			{CAS: "110-54-3", Name: "ノルマルヘキサン", Percent: 5},
			{CAS: "108-88-3", Name: "トルエン", Percent: 5},
			{CAS: "1330-20-7", Name: "キシレン", Percent: 5},
		},
	},
}

// checklists creates the checklists of the administrator. One that exists, from an
// interrupted start, stays unchanged.
func (t Target) checklists(ctx context.Context) error {
	set := regulation.Current()
	by, name := id[sds.UserID](people[0].name), people[0].last+" "+people[0].first
	for _, w := range watching {
		l := checklist.List{
			ID: id[checklist.ID]("checklist:" + w.name), Kind: checklist.ByLaws, State: checklist.Created, Title: w.title, Description: w.description,
			Targets: []checklist.Target{checklist.Composition, checklist.Section15}, Substances: w.substances, CreatedBy: by, CreatedByName: name,
		}
		if len(w.categories) == 0 {
			l.Kind = checklist.BySubstances
		}
		for _, k := range w.categories {
			category := set.Category(k[0], k[1])
			if category == nil {
				return fmt.Errorf("checklist %s: unknown category %s/%s", w.name, k[0], k[1])
			}
			l.RegulationIDs = append(l.RegulationIDs, category.ID)
		}
		slices.Sort(l.RegulationIDs)
		x := t.Table.Begin(Company).Audit(table.Audit{By: by, Action: "checklist.created", Target: string(l.ID)})
		x.CreateChecklist(l, checklists.MaxLists)
		x.NoteChange(l.ID, checklist.Change{By: by, ByName: name, Action: checklist.ActionCreated})
		if err := x.Commit(ctx); err != nil && !errors.Is(err, table.ErrStale) {
			return fmt.Errorf("checklist %s: %w", w.name, err)
		}
	}
	return nil
}
