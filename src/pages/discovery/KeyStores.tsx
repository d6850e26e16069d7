import { useQuery } from '@tanstack/react-query'
import { type SubmitEvent, useState } from 'react'
import { change, useAttempt } from '#api/change.ts'
import { useMay } from '#api/may.ts'
import { query } from '#api/query.ts'
import { ActionButton } from '#components/actions/ActionButton.tsx'
import { QueryProblem } from '#components/actions/QueryProblem.tsx'
import { QueryState } from '#components/actions/QueryState.tsx'
import { columnsOf } from '#components/lists/Columns.tsx'
import { stringifyJson } from '#contract/json.ts'
import { importUnmanagedCertificates, listUnmanagedCertificates } from '#contract/keys/certificates.ts'
import { Empty } from '#ui/feedback/Empty.tsx'
import { Notice } from '#ui/feedback/Notice.tsx'
import { ProblemPanel } from '#ui/feedback/ProblemPanel.tsx'
import { FilterTabs } from '#ui/form/FilterTabs.tsx'
import { PasswordField } from '#ui/form/PasswordField.tsx'
import { Stack, Text } from '#ui/layout/layout.ts'
import { DataTable } from '#ui/table/DataTable.tsx'
import { entriesOf, type Entry, filledList } from './key-stores.ts'
import { LoadBalancers } from './load-balancers/LoadBalancers.tsx'

const places = [
  { value: 'sharedpath', label: 'Shared folder' },
  { value: 'loadbalancer', label: 'Load balancer' },
] as const
type Place = (typeof places)[number]['value']

/**
 * Key stores in directories that the service monitors; with the password of a key store, its certificates are imported.
 */
export function Component() {
  const [place, setPlace] = useState<Place>('sharedpath')
  return (
    <Stack gap="md">
      <FilterTabs label="Where" options={places} value={place} onChange={setPlace} />
      {place === 'loadbalancer' && <LoadBalancers />}
      <Import key={place} place={place} />
    </Stack>
  )
}

type Imported = { message: string; missing: string[] }

function Import({ place }: { place: Place }) {
  const mayImport = useMay()(importUnmanagedCertificates.permission)
  const { data, error, refetch } = useQuery(query(listUnmanagedCertificates, { type: place }))
  const [isEmpty, setEmpty] = useState(false)
  const [imported, setImported] = useState<Imported>()
  const { problem, pending, attempt } = useAttempt()
  const record = data?.rows[0] as Readonly<Record<string, unknown>> | undefined
  const entries = entriesOf(record)

  const send = (event: SubmitEvent<HTMLFormElement>) => {
    event.preventDefault()
    const form = event.currentTarget
    // Passwords are stored only in the form element, not in React state.
    const typed = [...new FormData(form)].filter((pair): pair is [string, string] => pair[1] !== '')
    setImported(undefined)
    setEmpty(typed.length === 0)
    if (typed.length === 0) return
    attempt(async () => {
      setImported(await importWith(record ?? {}, new Map(typed)))
      form.reset()
    })
  }
  if (!data) return <QueryState error={error} refetch={refetch} waiting />
  return (
    <form onSubmit={send} aria-label="Import key stores">
      <Stack gap="md">
        {entries.length > 0 && mayImport && (
          <Text size="sm">
            Enter the passwords of the key stores to import. Others are skipped. Passwords are stored by the service,
            not by this console.
          </Text>
        )}
        <QueryProblem error={error} refetch={refetch} />
        {imported && <ImportedNotice imported={imported} />}
        {isEmpty && <Notice tone="warn" title="Enter at least one key store password" urgent />}
        {problem && <ProblemPanel problem={problem} />}
        <DataTable
          caption="Key stores"
          rows={entries}
          columns={mayImport ? [...columns, passwordColumn] : columns}
          rowId={({ key }) => key}
          empty={
            <Empty title="No key stores to import" hint="All key stores found by the service are in the inventory." />
          }
        />
        {entries.length > 0 && (
          <ActionButton
            type="submit"
            variant="filled"
            w="fit-content"
            endpoint={importUnmanagedCertificates}
            loading={pending}
          >
            Import with passwords
          </ActionButton>
        )}
      </Stack>
    </form>
  )
}

const { text } = columnsOf<Entry>()
const columns = [
  text('file', 'File', ({ file }) => file, { sortable: true, priority: 1 }),
  text('number', 'Entry', ({ number }) => number, { width: 100 }),
]
const passwordColumn = text('password', 'Password', () => undefined, {
  width: 320,
  priority: 1,
  cell: ({ key, file }) => <PasswordField name={key} label={`Password of ${file}`} hideLabel autoComplete="off" />,
})

async function importWith(
  record: Readonly<Record<string, unknown>>,
  passwords: ReadonlyMap<string, string>,
): Promise<Imported> {
  const list = stringifyJson(filledList(record, passwords))
  const File = { name: 'key-stores.txt', bytes: new TextEncoder().encode(list), type: 'text/plain' }
  const { Message = '', ImportedCertificate = [] } = await change(importUnmanagedCertificates, { File })
  const wanted = entriesOf(Object.fromEntries(passwords)).map(({ file }) => file)
  return { message: Message, missing: wanted.filter((file) => !ImportedCertificate.includes(file)) }
}

function ImportedNotice({ imported: { message, missing } }: { imported: Imported }) {
  return (
    <Notice tone={missing.length > 0 ? 'warn' : 'ok'} title={message || 'Imported'} urgent>
      {missing.length > 0 && <span>Not imported: {missing.join(', ')}. Check their passwords.</span>}
    </Notice>
  )
}
