import { Link } from 'react-router'
import type { Detail } from '#pages/certificates/certificate-query.ts'
import type { InventoryRow } from '#pages/certificates/inventory.ts'
import { paths } from '#paths.ts'
import { Anchor, Text } from '#ui/layout/layout.ts'
import { Panel } from '#ui/layout/Panel.tsx'
import classes from './Certificate.module.css'

type Props = { row: InventoryRow; detail: Detail | undefined }

/** Who would notice if it were gone. */
export function CertificatePlaces({ row, detail }: Props) {
  const { endpoint, ipaddress, isCertInstalledMulipleServers: isAtSeveral } = detail ?? {}
  return (
    <Panel title="Usage">
      {row.places.length > 0 ? (
        <ul className={classes.plain} aria-label="Hosts">
          {row.places.map((place) => (
            <li key={place}>
              {place}
              {ipaddress && place === `${endpoint?.hostName}:${endpoint?.port}` && ` (${ipaddress})`}
            </li>
          ))}
        </ul>
      ) : (
        <Text size="sm">Not found on any host by a discovery. It may still be in use.</Text>
      )}
      {isAtSeveral === true && row.places.length < 2 && (
        <Text size="sm">The service reports that it is installed on several servers but names only one.</Text>
      )}
      <Text size="sm">
        Mobile devices: the service lists certificates for one device at a time and cannot search by serial number.{' '}
        {row.name && (
          <Anchor size="sm" underline="always" component={Link} to={devicesNamed(row.name)}>
            Devices and users with this name
          </Anchor>
        )}
      </Text>
    </Panel>
  )
}

const devicesNamed = (name: string) => `${paths.devices}?${new URLSearchParams({ search: name.slice(0, 200) })}`
