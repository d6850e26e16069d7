import { useQuery } from '@tanstack/react-query'
import { useParams } from 'react-router'
import { problemOf } from '#api/problem-of.ts'
import { useTableKey } from '#api/table-key.ts'
import { csvText } from '#contract/csv.ts'
import classes from '#pages/desktops/Filters.module.css'
import { installedColumns, nameOfSoftware } from '#pages/desktops/software/SoftwareColumns.tsx'
import { paths } from '#paths.ts'
import { Empty } from '#ui/feedback/Empty.tsx'
import { ProblemPanel } from '#ui/feedback/ProblemPanel.tsx'
import { SearchField } from '#ui/form/SearchField.tsx'
import { Stack } from '#ui/layout/layout.ts'
import { useAddress } from '#ui/table/address.ts'
import { DataTable } from '#ui/table/DataTable.tsx'
import { computerIdOf, installedQuery } from './computer-query.ts'
import { softwareMatching } from './software-matching.ts'

/** What a scan found on this computer: all of it is here, so every column can be filtered. */
export function Component() {
  const id = computerIdOf(useParams())
  const { data, error, refetch } = useQuery(installedQuery(id))
  const storageKey = useTableKey('installed-software')
  const address = useAddress()
  const [now, change] = address
  const text = now.get('search') ?? ''
  const search = (wanted: string) =>
    change(
      (then) => {
        if (wanted === '') then.delete('search')
        else then.set('search', wanted)
        return then
      },
      { replace: true, preventScrollReset: true },
    )
  return (
    <Stack gap="md">
      <div className={classes.filters}>
        <SearchField label="Search" placeholder="Name, version or manufacturer" value={text} onChange={search} />
      </div>
      <DataTable
        caption="Software"
        rows={softwareMatching(data ?? [], text)}
        rowId={(row) => row.software_id ?? `${nameOfSoftware(row)} ${row.software_version}`}
        rowHref={(row) => paths.softwareItem(row.software_id ?? '')}
        columns={installedColumns}
        loading={!data && !error}
        problem={error && <ProblemPanel problem={problemOf(error)} onRetry={() => void refetch()} />}
        grid
        storageKey={storageKey}
        address={address}
        csv={{ name: 'installed-software', write: csvText }}
        empty={
          text.trim() === '' ? (
            <Empty title="No software found yet" hint="Software is reported by a scan of this computer." />
          ) : (
            <Empty title="No matching software" hint={`No name, version or manufacturer contains “${text.trim()}”.`} />
          )
        }
      />
    </Stack>
  )
}
