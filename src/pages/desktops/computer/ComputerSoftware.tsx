import { useQuery } from '@tanstack/react-query'
import { useParams } from 'react-router'
import { ListTable } from '#components/lists/ListTable.tsx'
import { useListState } from '#components/lists/use-list-state.ts'
import { searchAddress } from '#components/lists/use-searched-list.ts'
import { listInstalledSoftware } from '#contract/desktop/software.ts'
import { installedColumns, nameOfSoftware } from '#pages/desktops/software/SoftwareColumns.tsx'
import { paths } from '#paths.ts'
import { Stack } from '#ui/layout/layout.ts'
import { computerIdOf, installedQuery } from './computer-query.ts'
import { softwareMatching } from './software-matching.ts'

/** Installed software. All rows are loaded, so that every column can be filtered. */
export function Component() {
  const id = computerIdOf(useParams())
  const asked = useQuery(installedQuery(id))
  const list = useListState(searchAddress)
  return (
    <Stack gap="md">
      <ListTable
        search="Name, version or manufacturer"
        asked={asked}
        of={listInstalledSoftware}
        caption="Software"
        rows={softwareMatching(asked.data ?? [], list.state.search)}
        rowId={(row) => row.software_id ?? `${nameOfSoftware(row)} ${row.software_version}`}
        rowHref={(row) => paths.softwareItem(row.software_id ?? '')}
        columns={installedColumns}
        grid
        name="installed-software"
        state={list}
        exportAs="installed-software"
        nothing={{
          many: 'software',
          none: 'No software found yet',
          hint: 'Software is reported by a scan of this computer.',
        }}
      />
    </Stack>
  )
}
