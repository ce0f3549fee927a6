import { type UseMutationOptions, type UseMutationResult, useMutation as useSettledMutation } from '@tanstack/react-query'
import { useCallback, useEffect, useRef } from 'react'
import { isOwn, reportError } from './queryClient'

/** What a call does when it has ended. */
export interface Ending<Data, Variables> {
  onSuccess?: (data: Data, variables: Variables) => unknown
  onError?: (error: Error, variables: Variables) => unknown
  onSettled?: () => unknown
}

type Mutate<Data, Variables> = (...call: undefined extends Variables ? [variables?: Variables, ending?: Ending<Data, Variables>] : [variables: Variables, ending?: Ending<Data, Variables>]) => void

type Result<Data, Variables, Shown> = Omit<UseMutationResult<Data, Error, Variables, Shown>, 'mutate'> & { mutate: Mutate<Data, Variables> }

/**
 * A mutation whose calls report how they ended as long as the part of the screen that began them was there when the answer
 * came. The library does so only while it is still there after everything has been read again, and a row that leaves its
 * list by what was done in it is gone by then. Where it was gone before the answer, a failure that it would have shown is a
 * notice; the rest, such as closing a dialog, is left out.
 */
export function useMutation<Data = unknown, Variables = void, Shown = unknown>(options: UseMutationOptions<Data, Error, Variables, Shown>): Result<Data, Variables, Shown> {
  const there = useRef(false)
  const answeredThere = useRef(false)
  useEffect(() => {
    there.current = true
    return () => {
      there.current = false
    }
  }, [])
  const { mutationFn, meta } = options
  const own = useRef(meta)
  useEffect(() => {
    own.current = meta
  })
  const mutation = useSettledMutation<Data, Error, Variables, Shown>({
    ...options,
    mutationFn:
      mutationFn &&
      (async (variables, context) => {
        try {
          return await mutationFn(variables, context)
        } finally {
          answeredThere.current = there.current
        }
      }),
  })
  const { mutateAsync } = mutation
  const mutate = useCallback(
    (variables?: Variables, { onSuccess, onError, onSettled }: Ending<Data, Variables> = {}) => {
      const given = variables as Variables
      const succeeded = (data: Data) => {
        if (!answeredThere.current) return
        onSuccess?.(data, given)
        onSettled?.()
      }
      const failed = (error: Error) => {
        if (!answeredThere.current) {
          if (isOwn(error, own.current)) reportError(error, 'update')
          return
        }
        onError?.(error, given)
        onSettled?.()
      }
      void mutateAsync(given).then(succeeded, failed)
    },
    [mutateAsync],
  )
  return { ...mutation, mutate }
}
