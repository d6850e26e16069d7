import { useQuery } from '@tanstack/react-query'
import { useMemo, useState } from 'react'
import { type LoaderFunctionArgs, useParams } from 'react-router'
import { change } from '#api/change.ts'
import { prefetch } from '#api/query.ts'
import { ActionButton } from '#components/actions/ActionButton.tsx'
import { Confirm } from '#components/actions/Confirm.tsx'
import { QueryState } from '#components/actions/QueryState.tsx'
import { NotFound } from '#components/area/NotFound.tsx'
import { profilesQuery } from '#components/issuing/profile/profiles.ts'
import { NotReported } from '#components/offered/NotReported.tsx'
import { setAcme } from '#contract/keys/acme.ts'
import { counted } from '#contract/words/counted.ts'
import { paths } from '#paths.ts'
import { Notice } from '#ui/feedback/Notice.tsx'
import { StatusBadge } from '#ui/feedback/StatusBadge.tsx'
import { FilterTabs } from '#ui/form/FilterTabs.tsx'
import { Group, Stack, Text } from '#ui/layout/layout.ts'
import { Page } from '#ui/layout/Page.tsx'
import { useAddress } from '#ui/table/address.ts'
import { Properties, type Property } from '#ui/values/Properties.tsx'
import { accountsOf, type AcmeAuthority, acmeQuery, bindingsQuery, inAddress, ordersOf } from './acme-query.ts'
import { AcmeAccounts } from './AcmeAccounts.tsx'
import { AcmeOrders } from './AcmeOrders.tsx'
import { AcmeSettings } from './AcmeSettings.tsx'
import { Bindings } from './Bindings.tsx'

export const loader = ({ params: { fingerprint = '' } }: LoaderFunctionArgs) => {
  prefetch(profilesQuery)
  prefetch(bindingsQuery(fingerprint))
  return prefetch(acmeQuery)
}

/** ACME configuration of an authority: rules, account binding keys, orders and accounts. */
export function Component() {
  const { fingerprint = '' } = useParams()
  const { data, error, refetch } = useQuery(acmeQuery)
  const authority = data?.rows.find(({ sha256 = '' }) => inAddress(sha256) === fingerprint)
  if (data === null)
    return (
      <Page title="ACME">
        <NotReported what="whether its authorities issue over ACME" />
      </Page>
    )
  if (!data)
    return (
      <Page title="ACME">
        <QueryState error={error} refetch={refetch} waiting />
      </Page>
    )
  if (!authority)
    return (
      <Page title="ACME">
        <NotFound
          title="Authority not found"
          hint="It was deleted, or its private key is not stored here."
          all="All authorities"
          to={paths.certificateAuthorities}
        />
      </Page>
    )
  return <Known authority={authority} fingerprint={fingerprint} />
}

const views = [
  { value: '', label: 'Orders' },
  { value: 'accounts', label: 'Accounts' },
] as const
const viewIn = (address: URLSearchParams) => (address.get('view') === 'accounts' ? 'accounts' : '')

function Known({ authority, fingerprint }: { authority: AcmeAuthority; fingerprint: string }) {
  const { commonName = 'Unnamed', enabled, profile, accounts } = authority
  const [dialog, setDialog] = useState<'settings' | 'disable'>()
  const [done, setDone] = useState<string>()
  const [address, changeAddress] = useAddress()
  const orders = useMemo(() => ordersOf(fingerprint), [fingerprint])
  const registered = useMemo(() => accountsOf(fingerprint), [fingerprint])
  const view = viewIn(address)
  const wasSetUp = profile !== undefined
  return (
    <Page
      title={`ACME of ${commonName}`}
      actions={
        <Group gap="sm">
          {enabled && (
            <ActionButton endpoint={setAcme} onClick={() => setDialog('disable')}>
              Disable
            </ActionButton>
          )}
          <ActionButton
            endpoint={setAcme}
            variant={enabled ? 'default' : 'filled'}
            onClick={() => setDialog('settings')}
          >
            {enabled ? 'Change settings' : 'Enable ACME'}
          </ActionButton>
        </Group>
      }
    >
      <Stack gap="md">
        {done && <Notice tone="ok" title={done} urgent />}
        {!enabled && !wasSetUp && (
          <Text size="sm">
            ACME (RFC 8555) lets servers order and renew certificates automatically. Enable it to get a directory
            address for certbot, Caddy, acme.sh and other clients.
          </Text>
        )}
        <Properties title="Settings" items={factsOf(authority)} />
        {(enabled || wasSetUp) && <Bindings sha256={fingerprint} />}
        {(enabled || Boolean(accounts)) && (
          <>
            <FilterTabs
              label="Show"
              value={view}
              options={views}
              onChange={(next) => changeAddress(() => new URLSearchParams(next === '' ? {} : { view: next }), {})}
            />
            {view === 'accounts' ? <AcmeAccounts list={registered} onDone={setDone} /> : <AcmeOrders list={orders} />}
          </>
        )}
      </Stack>
      {dialog === 'settings' && (
        <AcmeSettings authority={authority} onDone={setDone} onClose={() => setDialog(undefined)} />
      )}
      {dialog === 'disable' && <Disable authority={authority} onDone={setDone} onClose={() => setDialog(undefined)} />}
    </Page>
  )
}

function factsOf(authority: AcmeAuthority): Property[] {
  const { enabled, directory = '', profile, days, domains = [], bindingRequired } = authority
  const state: Property = {
    label: 'State',
    value: <StatusBadge tone={enabled ? 'ok' : 'muted'}>{enabled ? 'Enabled' : 'Disabled'}</StatusBadge>,
  }
  if (profile === undefined) return [state]
  return [
    state,
    {
      label: 'Directory',
      value: <code>{directory || '–'}</code>,
      copy: directory,
      note: 'Clients must trust the certificate of this port (ca.pem in the data folder), unless a proxy terminates TLS.',
    },
    { label: 'Profile', value: profile },
    { label: 'Validity', value: days === undefined ? '–' : counted(days, 'day', 'days') },
    {
      label: 'Domains and networks',
      value: domains.join(', ') || '–',
      note: 'Including all names and addresses in them.',
    },
    { label: 'External account binding', value: bindingRequired ? 'Required' : 'Not required' },
  ]
}

type DisableProps = { authority: AcmeAuthority; onDone: (text: string) => void; onClose: () => void }

function Disable({ authority, onDone, onClose }: DisableProps) {
  const { sha256 = '', commonName = '', profile = '', days = 1, domains = [], bindingRequired = false } = authority
  return (
    <Confirm
      title={`Disable ACME of ${commonName}?`}
      action="Disable"
      onConfirm={async () => {
        await change(setAcme, { sha256, enabled: false, profile, days, domains, bindingRequired })
        onDone(`ACME disabled for ${commonName}.`)
      }}
      onClose={onClose}
    >
      <Text size="sm">
        Clients can neither order nor renew certificates until it is enabled again. Issued certificates stay valid;
        accounts and settings are kept.
      </Text>
    </Confirm>
  )
}
