import { useEffect } from 'react'
import { useNavigate } from 'react-router'

/** Goes to a path after `ms`, once `on` holds. */
export function useRedirectAfter(ms: number, path: string, on = true): void {
  const navigate = useNavigate()
  useEffect(() => {
    if (!on) return
    const timer = setTimeout(() => void navigate(path, { replace: true }), ms)
    return () => clearTimeout(timer)
  }, [ms, path, on, navigate])
}
