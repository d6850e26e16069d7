import { useCallback } from 'react'
import { useSearchParams } from 'react-router'

/** A text that lives in the address, so that a link or a reload shows the same. Typing leaves no history behind. */
export function useAddressText(name: string, fallback = '') {
  const [address, setAddress] = useSearchParams()
  const set = useCallback(
    (text: string) =>
      setAddress(
        (now) => {
          const next = new URLSearchParams(now)
          if (text === fallback) next.delete(name)
          else next.set(name, text)
          return next
        },
        { replace: true, preventScrollReset: true },
      ),
    [setAddress, name, fallback],
  )
  return [address.get(name) ?? fallback, set] as const
}
