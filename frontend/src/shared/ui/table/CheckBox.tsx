import { useEffect, useRef } from 'react'

/** A plain check box: a table has a hundred of them. Shift tells that it continues a range. */
export function CheckBox({ label, checked, mixed = false, tabIndex, onChange }: { label: string; checked: boolean; mixed?: boolean; tabIndex?: number; onChange: (shift: boolean) => void }) {
  const box = useRef<HTMLInputElement>(null)
  useEffect(() => {
    if (box.current) box.current.indeterminate = mixed
  }, [mixed])
  return (
    // The label makes the whole cell clickable.
    <label>
      <input
        ref={box}
        type="checkbox"
        aria-label={label}
        checked={checked}
        tabIndex={tabIndex}
        onChange={({ nativeEvent }) => onChange('shiftKey' in nativeEvent && nativeEvent.shiftKey === true)}
      />
    </label>
  )
}
