export { type FilterName, type Parameter, orders } from './declared'
export { type Filter, type Group, filters, filtersOf, groups, tidyCas, tidyHCode, tidyUn } from './registry'
export { isChosen, useOptions } from './options'
export { type Filters, changed, countFilters, countOf, filterParams, isFiltered, noFilters, sortedBy, tidied, toFilter, toQuery, valuesOf } from './values'
