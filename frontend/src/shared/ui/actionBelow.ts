/** The style of an alert whose action stands below its text where it would be squeezed beside it. */
export const actionBelow = { flexWrap: 'wrap', '& .MuiAlert-message': { flex: '1 1 240px' }, '& .MuiAlert-action': { ml: 0, mr: 0, pl: 0, gap: 1, flexWrap: 'wrap', alignItems: 'center' } } as const
