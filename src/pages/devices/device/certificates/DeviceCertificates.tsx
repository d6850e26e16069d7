import { type ReactNode, useMemo, useState } from 'react'
import { Link } from 'react-router'
import { isFromList } from '#components/devices/cached-device.ts'
import { columnsOf } from '#components/lists/Columns.tsx'
import { useListState } from '#components/lists/use-list-state.ts'
import { searchAddress } from '#components/lists/use-searched-list.ts'
import { notReported } from '#components/offered/not-reported.ts'
import type { Expiry } from '#contract/certificate-state.ts'
import { counted } from '#contract/words/counted.ts'
import type { Device } from '#contract/mdm/devices.ts'
import { useDevice } from '#pages/devices/device-query.ts'
import { textOf } from '#contract/words/value-text.ts'
import { paths } from '#paths.ts'
import { Empty } from '#ui/feedback/Empty.tsx'
import { StatusBadge } from '#ui/feedback/StatusBadge.tsx'
import { SearchField } from '#ui/form/SearchField.tsx'
import { Anchor, Group, Stack, Text } from '#ui/layout/layout.ts'
import { DataTable } from '#ui/table/DataTable.tsx'
import { Moment } from '#ui/values/Moment.tsx'
import { Properties } from '#ui/values/Properties.tsx'
import {
  type CertificateRow,
  certificateRows,
  certificatesMatching,
  commonNameOf,
  looseCertificate,
  reportsCertificates,
} from './certificate-rows.ts'
import classes from './DeviceCertificates.module.css'

export function Component() {
  const device = useDevice()
  const { state, show } = useListState(searchAddress)
  const wanted = state.search
  const [now] = useState(Date.now)
  const rows = useMemo(() => certificateRows(device, now), [device, now])
  const loose = looseCertificate(device)
  const found = certificatesMatching(rows, wanted)
  const isTold = rows.length > 0 || reportsCertificates(device)
  return (
    <Stack gap="sm">
      <DataTable
        filterBar={
          <>
            <SearchField
              label="Search"
              placeholder="Name, subject, issuer, serial number"
              value={wanted}
              onChange={(text) => show({ search: text }, true)}
            />
            {isTold && (
              <Text component="output" size="sm" c="dimmed">
                {wanted.trim() === ''
                  ? `${rows.length} certificates`
                  : `${found.length} of ${rows.length} certificates`}
              </Text>
            )}
          </>
        }
        caption="Certificates"
        rows={found}
        columns={columns}
        rowId={({ id }) => id}
        empty={
          rows.length > 0 ? (
            <Empty title="No matching certificates" hint={`No certificate contains “${wanted}”.`} />
          ) : (
            <NoCertificates device={device} isTold={isTold} />
          )
        }
      />
      {loose.length > 0 && (
        <Properties
          title="Certificate fields of the device record"
          items={loose.map(({ name, label, value }) => ({
            label,
            wireName: name,
            value: textOf(value),
            copy: textOf(value),
          }))}
        />
      )}
    </Stack>
  )
}

type NoneProps = { device: Device; isTold: boolean }

/** An empty list means none; a missing list means unknown. */
function NoCertificates({ device, isTold }: NoneProps) {
  if (isTold) return <Empty title="No certificates reported" hint="The certificate lists of the device are empty." />
  return (
    <Empty
      title={`${notReported} the certificates of this device`}
      hint={
        isFromList(device)
          ? 'The device list does not contain them.'
          : 'The device record contains no certificate lists.'
      }
    />
  )
}

const { text, date } = columnsOf<CertificateRow>({ sortable: true })

const columns = [
  text('name', 'Certificate', ({ name, subject }) => `${name}\n${subject}`, {
    width: '22%',
    priority: 1,
    cell: ({ name, subject, odd }) => <TwoLines first={name || subject || '–'} second={name ? subject : odd} />,
  }),
  text('issuer', 'Issuer and serial number', ({ issuer, serial }) => `${issuer}\n${serial}`, {
    width: '26%',
    priority: 2,
    cell: ({ issuer, serial, subject }) => (
      <>
        <TwoLines first={issuer || '–'} second={<code>{serial}</code>} />
        <InKeyService serial={serial} subject={subject} />
      </>
    ),
  }),
  date('expiry', 'Expires', ({ expiry }) => expiry.at, {
    width: '11.5%',
    priority: 1,
    cell: ({ expiry }) => <ExpiryBadge expiry={expiry} />,
  }),
  text('algorithm', 'Signature', ({ algorithm, oid }) => `${algorithm}\n${oid}`, {
    width: '20.2%',
    priority: 2,
    cell: ({ algorithm, oid, weakness }) => (
      <>
        <TwoLines first={algorithm || '–'} second={oid && <code>{oid}</code>} />
        {weakness && <StatusBadge tone="warn">{weakness}</StatusBadge>}
      </>
    ),
  }),
  text('managed', 'Kind', ({ managed }) => managed, {
    width: '20.3%',
    priority: 1,
    cell: ({ managed, identity, origins, differs }) => (
      <>
        <Group gap={4}>
          <StatusBadge tone={managed === 'Managed' ? 'ok' : 'muted'}>{managed}</StatusBadge>
          {identity && <StatusBadge tone="info">Identity</StatusBadge>}
        </Group>
        <div className={classes.second} data-tip={origins.join(', ')}>
          In {origins.map((origin) => (origin.startsWith('certificates.') ? 'certificates' : 'top level')).join(', ')}
        </div>
        {differs.length > 0 && <StatusBadge tone="warn">Copies differ in {differs.join(', ')}</StatusBadge>}
      </>
    ),
  }),
]

/** Link to the certificate in the inventory, by serial number and common name. */
const InKeyService = ({ serial, subject }: { serial: string; subject: string }) => {
  const name = commonNameOf(subject)
  return (
    <Text size="xs">
      {[serial, name].some(Boolean) && 'Key service: '}
      {serial && <SearchLink wanted={serial}>by serial number</SearchLink>}
      {serial && name && ', '}
      {name && <SearchLink wanted={name}>by name</SearchLink>}
    </Text>
  )
}

const SearchLink = ({ wanted, children }: { wanted: string; children: string }) => (
  <Anchor
    component={Link}
    size="xs"
    underline="always"
    to={`${paths.certificates}?${new URLSearchParams({ search: wanted.slice(0, 200) })}`}
    aria-label={`Find ${wanted.slice(0, 60)} in the key service`}
  >
    {children}
  </Anchor>
)

const TwoLines = ({ first, second }: { first: ReactNode; second: ReactNode }) => (
  <>
    <div className={classes.line}>{first}</div>
    {second && <div className={`${classes.line} ${classes.second}`}>{second}</div>}
  </>
)

const soonText = (days: number) => (days === 0 ? 'Within a day' : `In ${counted(days, 'day', 'days')}`)

function ExpiryBadge({ expiry: { state, days, at, raw } }: { expiry: Expiry }) {
  if (state === 'unknown') return <StatusBadge tone="muted">{raw ? `Unknown: ${raw}` : 'Unknown'}</StatusBadge>
  const text = { expired: 'Expired', soon: soonText(days), later: 'Valid' }[state]
  return (
    <>
      <StatusBadge tone={state === 'expired' ? 'bad' : state === 'soon' ? 'warn' : 'ok'}>{text}</StatusBadge>
      <div className={classes.second}>
        <Moment at={at} raw={raw} />
      </div>
    </>
  )
}
