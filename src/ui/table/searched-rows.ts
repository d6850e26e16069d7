import { useMemo } from 'react'
import { useAddress } from './address.ts'

const longestSearch = 200

/** A list that is here as a whole, searched by what the address says: all words, anywhere in what a row says. */
export function useSearchedRows<T>(rows: readonly T[], saidBy: (row: T) => readonly (string | undefined)[]) {
  const address = useAddress()
  const [texts, change] = address
  const search = (texts.get('search') ?? '').slice(0, longestSearch)
  const found = useMemo(() => {
    const words = search.toLowerCase().split(/\s+/).filter(Boolean)
    return rows.filter((row) => {
      const said = saidBy(row).join('\n').toLowerCase()
      return words.every((word) => said.includes(word))
    })
  }, [rows, search, saidBy])
  const setSearch = (text: string) =>
    change(
      (now) => {
        if (text === '') now.delete('search')
        else now.set('search', text)
        return now
      },
      { replace: true, preventScrollReset: true },
    )
  return { found, search, setSearch, address }
}
