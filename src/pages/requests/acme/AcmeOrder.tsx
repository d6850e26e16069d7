import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { Link, useLocation, useNavigate } from 'react-router'
import * as z from 'zod/mini'
import { change, useAttempt } from '#api/change.ts'
import { ActionButton } from '#components/actions/ActionButton.tsx'
import { FormDialog } from '#components/actions/FormDialog.tsx'
import { QueryProblem } from '#components/actions/QueryProblem.tsx'
import { NotReported } from '#components/offered/NotReported.tsx'
import { addAcmeServer, continueAcmeOrder, orderByAcme } from '#contract/keys/acme-orders.ts'
import { instantOf } from '#contract/time.ts'
import { paths } from '#paths.ts'
import { Notice } from '#ui/feedback/Notice.tsx'
import { ProblemPanel } from '#ui/feedback/ProblemPanel.tsx'
import { StatusBadge } from '#ui/feedback/StatusBadge.tsx'
import { SelectField } from '#ui/form/SelectField.tsx'
import { Anchor, Group, Stack, Text } from '#ui/layout/layout.ts'
import { Panel } from '#ui/layout/Panel.tsx'
import { Moment } from '#ui/values/Moment.tsx'
import { Properties } from '#ui/values/Properties.tsx'
import { type AcmeRequestRow, acmeRequestsQuery, acmeServersQuery, orderHash } from './acme-orders-query.ts'
import { AcmeAccounts } from './AcmeAccounts.tsx'
import { AutomaticRenewal } from './AutomaticRenewal.tsx'
import { PublishFiles } from './PublishFiles.tsx'

const checkedEveryMs = 3000
const states = {
  pending: { tone: 'info', label: 'Waiting for your confirmation' },
  processing: { tone: 'info', label: 'Being checked' },
  valid: { tone: 'ok', label: 'Issued' },
  invalid: { tone: 'bad', label: 'Failed' },
} as const

const beingChecked = 'The authority is checking. The result appears here.'

/** Orders the certificate of a request from an ACME server, and shows the state of the order. */
export function AcmeOrder({ id }: { id: string }) {
  const { data: servers, error: serversError, refetch: refetchServers } = useQuery(acmeServersQuery)
  const { data, error, refetch } = useQuery({
    ...acmeRequestsQuery,
    refetchInterval: ({ state }) =>
      state.data?.rows.some((row) => String(row.CSR_ID) === id && row.status === 'processing') ? checkedEveryMs : false,
  })
  const isWanted = useLocation().hash === orderHash
  const navigate = useNavigate()
  const [dialog, setDialog] = useState<'order' | 'accounts' | undefined>(isWanted ? 'order' : undefined)
  const close = () => {
    setDialog(undefined)
    if (isWanted) void navigate({ hash: '' }, { replace: true })
  }
  const names = servers?.rows.flatMap(({ name }) => name ?? []) ?? []
  const order = data?.rows.find(({ CSR_ID }) => String(CSR_ID) === id)
  const state = order && states[order.status as keyof typeof states]
  return (
    <Panel
      title="ACME"
      aside={order && <StatusBadge tone={state?.tone ?? 'muted'}>{state?.label ?? order.status}</StatusBadge>}
      actions={
        data && (
          <Group gap="xs">
            <ActionButton endpoint={addAcmeServer} size="xs" onClick={() => setDialog('accounts')}>
              Authorities
            </ActionButton>
            <ActionButton
              endpoint={orderByAcme}
              size="xs"
              reason={
                servers === undefined
                  ? 'The ACME authorities are not loaded.'
                  : names.length === 0 && 'Add an ACME authority first.'
              }
              onClick={() => setDialog('order')}
            >
              {order ? 'Order again' : 'Order by ACME'}
            </ActionButton>
          </Group>
        )
      }
    >
      <Stack gap="sm">
        <QueryProblem error={error} refetch={refetch} />
        <QueryProblem error={serversError} refetch={refetchServers} />
        {data === null && <NotReported what="whether the request was ordered by ACME" />}
        {data && !order && (
          <Text size="sm">
            Order the certificate from a public or private authority by ACME (RFC 8555). You publish a DNS record or a
            file for each name; the certificate is imported and joined with its private key.
          </Text>
        )}
        {order && <Placed order={order} id={id} />}
      </Stack>
      {dialog === 'order' && names.length > 0 && <PlaceOrder id={id} names={names} onClose={close} />}
      {servers && (dialog === 'accounts' || (dialog && names.length === 0)) && (
        <AcmeAccounts servers={servers.rows} onClose={close} />
      )}
    </Panel>
  )
}

function Placed({ order, id }: { order: AcmeRequestRow; id: string }) {
  const { server, status, problem, challenge, challenges = [], OrderTime, CertID, RenewalStart, RenewalEnd } = order
  const { problem: refusal, pending, attempt } = useAttempt()
  const isDns = challenge === 'dns-01'
  return (
    <>
      <Text size="sm">
        Ordered from {server} <Moment at={instantOf(OrderTime)} raw={OrderTime} />.
      </Text>
      {status === 'invalid' && !order.renewalProblem && (
        <Notice tone="bad" title="The order failed">
          <span>{problem ?? 'No reason reported by the service.'} Correct the cause, then order again.</span>
        </Notice>
      )}
      {status === 'valid' && (
        <Text size="sm">
          {CertID !== undefined && (
            <Anchor component={Link} size="sm" underline="always" to={paths.certificate(String(CertID))}>
              Show the certificate
            </Anchor>
          )}{' '}
          {RenewalStart && RenewalEnd ? (
            <>
              The authority suggests renewal between <Moment at={instantOf(RenewalStart)} raw={RenewalStart} /> and{' '}
              <Moment at={instantOf(RenewalEnd)} raw={RenewalEnd} />.
            </>
          ) : (
            'The authority does not suggest a renewal window.'
          )}
        </Text>
      )}
      {(status === 'pending' || status === 'processing') && (
        <>
          <Text size="sm">
            {isDns
              ? 'Publish these TXT records in the DNS. Remove them after the certificate is issued.'
              : 'Serve these files with exactly this content over HTTP on port 80, or publish them on a deployment server by SSH.'}
          </Text>
          {challenges.map(({ name = '', place = '', value = '' }) => (
            <Properties
              key={`${name} ${value}`}
              bare
              columns={1}
              items={[
                { label: isDns ? 'TXT record' : 'File', value: <code>{place}</code>, copy: place },
                { label: isDns ? 'Value' : 'Content', value: <code>{value}</code>, copy: value },
              ]}
            />
          ))}
          {refusal && <ProblemPanel problem={refusal} />}
          <Group>
            <ActionButton
              endpoint={continueAcmeOrder}
              reason={status === 'processing' && beingChecked}
              loading={pending}
              onClick={() => attempt(() => change(continueAcmeOrder, { CSR_ID: id }))}
            >
              {isDns ? 'Records are published, continue' : 'Files are served, continue'}
            </ActionButton>
            {!isDns && <PublishFiles id={id} last={order} reason={status === 'processing' && beingChecked} />}
          </Group>
        </>
      )}
      <AutomaticRenewal id={id} order={order} />
    </>
  )
}

const form = z.object({
  server: z.string().check(z.minLength(1, 'Choose an authority.')),
  challenge: z.enum(['dns-01', 'http-01']),
})
const challengeOptions = [
  { value: 'dns-01', label: 'DNS record (dns-01)' },
  { value: 'http-01', label: 'File on the web server (http-01)' },
]

const PlaceOrder = ({ id, names, onClose }: { id: string; names: readonly string[]; onClose: () => void }) => (
  <FormDialog
    title="Order by ACME"
    action="Order"
    schema={form}
    send={(order: z.output<typeof form>) => change(orderByAcme, { CSR_ID: id, ...order })}
    onClose={onClose}
  >
    <SelectField name="server" label="Authority" options={names.map((name) => ({ value: name, label: name }))} />
    <SelectField
      name="challenge"
      label="Validation method"
      description="Wildcards can only be validated by a DNS record."
      options={challengeOptions}
    />
  </FormDialog>
)
