import { Button, Dialog, DialogActions, DialogContent, DialogTitle } from '@mui/material'
import { useEffect, useId, useState } from 'react'
import { useBlocker, useLocation } from 'react-router'
import { useTranslation } from '@/shared/i18n/useTranslation'
import { type LeaveQuestion, askToLeave, hasUnsaved, lostBy, applyUnsaved, useLeaveQuestion, withdrawQuestion } from '@/shared/lib/unsaved'

/** Used once in the app: blocks every navigation that would lose unsaved input, and shows the question. */
export function LeaveGuard() {
  const here = useLocation()
  const blocker = useBlocker(({ currentLocation, nextLocation }) => {
    const lost = lostBy(currentLocation, nextLocation)
    if (!hasUnsaved(lost)) return false
    applyUnsaved()
    return true
  })
  const { state, location, proceed, reset } = blocker
  useEffect(() => {
    if (state !== 'blocked') return
    let over = false
    void askToLeave(lostBy(here, location)).then(leave => {
      // Another navigation meanwhile, such as Back again, has a question of its own; resetting would answer that one.
      if (!over) (leave ? proceed : reset)()
    })
    return () => {
      over = true
    }
  }, [state, here, location, proceed, reset])

  useEffect(() => withdrawQuestion, [])
  const question = useLeaveQuestion()
  // The dialog keeps its text while it fades out.
  const [shown, setShown] = useState(question)
  if (question !== null && question !== shown) setShown(question)
  return shown && <LeaveDialog question={shown} open={question !== null} onGone={() => setShown(null)} />
}

function LeaveDialog({ question, open, onGone }: { question: LeaveQuestion; open: boolean; onGone: () => void }) {
  const { t } = useTranslation()
  const titleId = useId()
  const textId = useId()
  const [saving, setSaving] = useState(false)
  const savable = question.works().every(({ save, apply }) => save || apply)
  const stay = () => question.answer(false)
  const discard = () => {
    for (const { discard } of question.works()) discard?.()
    question.answer(true)
  }
  const save = async () => {
    setSaving(true)
    let saved = true
    for (const { save } of question.works()) if (save && !(await save())) saved = false
    setSaving(false)
    // Invalid input is shown at its field.
    question.answer(saved && !question.works().some(({ apply }) => apply))
  }
  return (
    <Dialog
      open={open}
      onClose={saving ? undefined : stay}
      role="alertdialog"
      aria-labelledby={titleId}
      aria-describedby={textId}
      fullWidth
      // Wide enough for three buttons in a row.
      slotProps={{ transition: { onExited: onGone }, paper: { sx: { maxWidth: 520 } } }}
    >
      <DialogTitle id={titleId}>{t('unsaved.leave.title')}</DialogTitle>
      <DialogContent id={textId}>{t('unsaved.leave.text')}</DialogContent>
      <DialogActions disableSpacing sx={{ gap: 1, flexDirection: { xs: 'column', sm: 'row' }, alignItems: { xs: 'stretch', sm: 'center' } }}>
        {/* The safe answer has the focus. */}
        {/* eslint-disable-next-line jsx-a11y/no-autofocus */}
        <Button variant="outlined" color="cancel" onClick={stay} disabled={saving} autoFocus>
          {t('unsaved.leave.stay')}
        </Button>
        <Button variant="outlined" color="error" onClick={discard} disabled={saving}>
          {t('unsaved.leave.discard')}
        </Button>
        {savable && (
          <Button variant="contained" onClick={() => void save()} loading={saving}>
            {t('unsaved.leave.save')}
          </Button>
        )}
      </DialogActions>
    </Dialog>
  )
}
