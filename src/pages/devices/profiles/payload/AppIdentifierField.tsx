import { useQuery } from '@tanstack/react-query'
import { useId } from 'react'
import { query } from '#api/query.ts'
import { listApps } from '#contract/mdm/apps.ts'
import { pageLimit } from '#contract/mdm/device-list.ts'
import { TextField } from '#ui/form/TextField.tsx'

type Props = { name: string; label: string; platform: number | undefined; defaultValue: string }

/** App of a kiosk payload: apps of the catalog are suggested, other identifiers can be entered. */
export function AppIdentifierField({ platform, ...field }: Props) {
  const { data } = useQuery(query(listApps, { limit: pageLimit.max, offset: 0 }))
  const list = useId()
  const apps = (data?.rows ?? []).filter(
    ({ platform_type, bundle_identifier }) =>
      bundle_identifier && (platform === undefined || platform_type === undefined || platform_type === platform),
  )
  return (
    <div>
      <TextField {...field} description="Devices show only this app." list={list} autoComplete="off" />
      <datalist id={list}>
        {apps.map(({ app_id, app_name, bundle_identifier }) => (
          <option key={app_id ?? bundle_identifier} value={bundle_identifier}>
            {app_name}
          </option>
        ))}
      </datalist>
    </div>
  )
}
