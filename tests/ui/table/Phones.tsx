import { Empty } from '#ui/feedback/Empty.tsx'
import { useAddress } from '#ui/table/address.ts'
import { type Column, DataTable } from '#ui/table/DataTable.tsx'
import type { TableProps } from '#ui/table/table-props.ts'

export type Phone = { id: string; name: string; age: number | undefined; city: string; seen: number | undefined }

const seen = (day: string) => new Date(`${day}T12:00:00`).getTime()

const phones: Phone[] = [
  { id: 'a', name: 'Phone 10', age: 3, city: 'Ulm', seen: seen('2026-11-01') },
  { id: 'b', name: 'phone 9', age: undefined, city: 'Bonn', seen: undefined },
  { id: 'c', name: 'Élan', age: 11, city: 'Ulm', seen: seen('2026-11-20') },
  { id: 'd', name: '=cmd', age: 3, city: 'Bonn', seen: seen('2026-11-21') },
]

export const phoneColumns: Column<Phone>[] = [
  { id: 'name', header: 'Name', cell: ({ name }) => name, value: ({ name }) => name, sortable: true, filter: true },
  {
    id: 'age',
    header: 'Age',
    kind: 'number',
    cell: ({ age }) => age ?? '–',
    value: ({ age }) => age,
    sortable: true,
    filter: true,
    align: 'end',
  },
  {
    id: 'city',
    header: 'City',
    kind: 'choice',
    cell: ({ city }) => <b>{city}</b>,
    value: ({ city }) => city,
    sortable: true,
    filter: true,
  },
  {
    id: 'seen',
    header: 'Seen',
    kind: 'date',
    cell: ({ seen }) => (seen === undefined ? '–' : new Date(seen).toDateString()),
    value: ({ seen }) => seen,
    filter: true,
  },
  { id: 'id', header: 'ID', cell: ({ id }) => id, hidden: true, priority: 2 },
]

export const manyPhones = (count: number): Phone[] =>
  Array.from({ length: count }, (_, at) => ({
    id: `p${at}`,
    name: `Phone ${(at * 7919) % count}`,
    age: (at * 31) % 97,
    city: ['Ulm', 'Bonn', 'Kiel', 'Jena'][at % 4] ?? '',
    seen: seen('2026-11-01') + at * 60_000,
  }))

/** A list of phones, all of them here, unless the properties say otherwise. */
export function Phones(props: Partial<TableProps<Phone>>) {
  return (
    <DataTable
      caption="Phones"
      rows={phones}
      columns={phoneColumns}
      rowId={({ id }) => id}
      empty={<Empty title="No phone" />}
      {...props}
    />
  )
}

/** Likewise, with its state in the address, and what the address is. */
export function PhonesInAddress(props: Partial<TableProps<Phone>>) {
  const address = useAddress()
  return (
    <>
      <output data-testid="address">{address[0].toString()}</output>
      <Phones {...props} address={address} />
    </>
  )
}

export const NoActions = () => null

export const namesShown = () =>
  [...document.querySelectorAll('tbody td[data-main]')].map(({ textContent }) => textContent)
export const headers = () =>
  [...document.querySelectorAll('th[data-column]')].map((head) => head.getAttribute('data-column'))
