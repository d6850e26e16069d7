import { useQuery } from '@tanstack/react-query'
import { Link } from 'react-router'
import { queryIfOffered } from '#api/query.ts'
import { QueryState } from '#components/actions/QueryState.tsx'
import { notReported } from '#components/offered/not-reported.ts'
import { getCertificateUse } from '#contract/keys/tls-hosts.ts'
import type { Detail } from '#contract/keys/jobs/certificate-target.ts'
import type { InventoryRow } from '#contract/keys/rules/inventory.ts'
import { paths } from '#paths.ts'
import { Anchor, Text } from '#ui/layout/layout.ts'
import { Panel } from '#ui/layout/Panel.tsx'
import { CertificateUse } from './CertificateUse.tsx'
import classes from './Certificate.module.css'

type Props = { row: InventoryRow; detail: Detail | undefined }

const isNumber = (id: string) => /^\d{1,15}$/.test(id)

/** Where the certificate was issued, deployed and found in use. */
export function CertificatePlaces({ row, detail }: Props) {
  const asked = useQuery({ ...queryIfOffered(getCertificateUse, { CertID: row.id }), enabled: isNumber(row.id) })
  const isStated = asked.data === null || !isNumber(row.id)
  return (
    <Panel title="Usage">
      {!isStated && <QueryState error={asked.error} refetch={asked.refetch} waiting={asked.isPending} lines={3} />}
      {asked.data && <CertificateUse use={asked.data} />}
      {isStated && <StatedPlaces row={row} detail={detail} />}
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

/** Usage according to documented operations: hosts only, without times and deployments. */
function StatedPlaces({ row: { places }, detail }: Props) {
  const { endpoint, ipaddress, isCertInstalledMulipleServers: isAtSeveral } = detail ?? {}
  return (
    <>
      {places.length > 0 ? (
        <ul className={classes.plain} aria-label="Hosts">
          {places.map((place) => (
            <li key={place}>
              <Anchor component={Link} size="sm" underline="always" to={paths.tlsHost(bracketed(place))}>
                {place}
              </Anchor>
              {ipaddress && place === `${endpoint?.hostName}:${endpoint?.port}` && ` (${ipaddress})`}
            </li>
          ))}
        </ul>
      ) : (
        <Text size="sm">Not found on any host by a discovery. It may still be in use.</Text>
      )}
      {isAtSeveral === true && places.length < 2 && (
        <Text size="sm">The service reports that it is installed on several servers but names only one.</Text>
      )}
      <Text size="sm">{notReported} where it was deployed, nor when a host presented it.</Text>
    </>
  )
}

/** Adds the brackets to an IPv6 address that the inventory omits. */
const bracketed = (place: string) => place.replace(/^([^[]*:.*):(\d+)$/, '[$1]:$2')

const devicesNamed = (name: string) => `${paths.devices}?${new URLSearchParams({ search: name.slice(0, 200) })}`
