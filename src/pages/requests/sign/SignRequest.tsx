import { useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import { type LoaderFunctionArgs, useParams } from 'react-router'
import { useTableKey } from '#api/may.ts'
import { prefetch } from '#api/query.ts'
import { problemOf } from '#api/problem.ts'
import { Permitted } from '#components/actions/Permitted.tsx'
import { QueryProblem } from '#components/actions/QueryProblem.tsx'
import { NotFound } from '#components/area/NotFound.tsx'
import { sentText } from '#components/issuing/form/sent-text.ts'
import { CheckForCertificate } from '#components/issuing/CheckFor.tsx'
import type { ReadRequest } from '#components/issuing/read/read-request.ts'
import { profilesIn, profilesQuery, signedProfileAdvice } from '#components/issuing/profile/profiles.ts'
import { authoritiesQuery, requestFileQuery, requestQuery } from '#components/issuing/requests-query.ts'
import { sign } from '#components/issuing/send.ts'
import { authorityIn, emptySignForm, type SignForm, signForm, toSignInput } from '#components/issuing/sign-form.ts'
import { problemIn } from '#components/issuing/wizard-problem.ts'
import { notReported } from '#components/offered/not-reported.ts'
import { signRequest } from '#contract/keys/requests.ts'
import type { RequestRow } from '#contract/keys/rules/request-list.ts'
import { useRequestFile } from '#components/issuing/use-request-file.ts'
import { requestIdOf, useRequest } from '#pages/requests/request-query.ts'
import { paths } from '#paths.ts'
import { Loading } from '#ui/feedback/Loading.tsx'
import { Page } from '#ui/layout/Page.tsx'
import type { Step } from '#ui/wizard/wizard.ts'
import { Wizard } from '#ui/wizard/Wizard.tsx'
import { AuthorityFields } from './AuthorityFields.tsx'
import { signAdvice } from './sign-advice.ts'
import { reviewOf } from './sign-review.ts'
import { Signed } from './Signed.tsx'
import { ValidityField } from './ValidityField.tsx'

export const loader = ({ params }: LoaderFunctionArgs) => {
  prefetch(requestFileQuery(requestIdOf(params)))
  prefetch(authoritiesQuery)
  prefetch(profilesQuery)
  return prefetch(requestQuery(requestIdOf(params)))
}

const isFirst = ({ isLoading, isFetched }: { isLoading: boolean; isFetched: boolean }) => isLoading && !isFetched

/** Wizard for signing a request, by an external CA or an internal authority. */
export function Component() {
  const id = requestIdOf(useParams())
  const { isListed, request, error, refetch } = useRequest(id)
  const file = useRequestFile(id)
  const [authorities, profiles] = [useQuery(authoritiesQuery), useQuery(profilesQuery)]
  // Waits for the first load only: a refetch after an error must not unmount the form.
  const waits = !isListed || !file.isSettled || [authorities, profiles].some(isFirst)
  const name = request?.DOMAIN_NAME || `request ${id}`
  const crumbs = [
    { label: 'Requests', to: paths.requests },
    { label: request?.DOMAIN_NAME || `Request ${id}`, to: paths.request(id) },
  ]
  return (
    <Page title={`Sign ${name}`} crumbs={crumbs}>
      <Permitted endpoint={signRequest}>
        {error && !isListed ? (
          <QueryProblem error={error} refetch={refetch} />
        ) : waits ? (
          <Loading />
        ) : request ? (
          <SignWizard key={id} id={id} request={request} read={file.read ?? undefined} unread={unreadText(file)} />
        ) : (
          <NotFound
            title={`Request ${id} not found`}
            hint="It may have been removed or be older than the listed requests."
            all="All requests"
            to={paths.requests}
          />
        )}
      </Permitted>
    </Page>
  )
}

type Props = { id: string; request: RequestRow; read: ReadRequest | undefined; unread: string }

const unreadText = ({ file, error }: ReturnType<typeof useRequestFile>) =>
  file === null
    ? `${notReported} what the request contains`
    : `Unknown: the request could not be read${error ? ` (${problemOf(error).message})` : ''}`

function SignWizard({ id, request, read, unread }: Props) {
  const draft = useTableKey(`sign-${id}`)
  const { data } = useQuery(authoritiesQuery)
  const all = useMemo(() => data?.rows ?? [], [data])
  const kept = request.VALIDITY ?? ''
  const steps = useMemo(() => stepsFor(kept), [kept])
  const { data: profiles } = useQuery(profilesQuery)
  const advice = useMemo(
    () => (form: SignForm) => [
      ...signAdvice(form, all, read),
      // While profiles are unknown, only the service checks them.
      ...(profiles ? signedProfileAdvice(form, profilesIn(profiles.rows), authorityIn(all, form.authority), read) : []),
    ],
    [all, read, profiles],
  )
  /** Drops a profile from a draft that was made when the server supported profiles. */
  const wishOf = (form: SignForm) => toSignInput(id, profiles === null ? { ...form, profile: '' } : form, all)
  const look = useMemo(() => lookFor(request.DOMAIN_NAME), [request.DOMAIN_NAME])
  const Done = useMemo(() => doneFor(read), [read])
  return (
    <Wizard
      draft={draft}
      schema={signForm}
      initial={emptySignForm}
      steps={steps}
      advice={advice}
      sent={(form) => sentText(signRequest, wishOf(form))}
      review={(form) => reviewOf(form, all, { kept, id, request, read, unread })}
      action="Sign request"
      look={look}
      submit={async (form) => {
        const { rows } = await sign(wishOf(form))
        return rows
      }}
      problemOf={problemIn(fields)}
      Done={Done}
    />
  )
}

const lookFor =
  (name = '') =>
  () => <CheckForCertificate name={name} />

const doneFor = (read: ReadRequest | undefined) =>
  function Done({ result }: { result: Parameters<typeof Signed>[0]['certificates'] }) {
    return <Signed certificates={result} request={read} />
  }

const stepsFor = (kept: string): readonly Step<SignForm>[] => [
  {
    id: 'authority',
    label: 'Authority',
    fields: [
      'authority',
      'serverName',
      'caName',
      'templateName',
      'profile',
      'rootName',
      'rootSerial',
      'intermediate',
      'pathLength',
      'permittedNames',
      'excludedNames',
    ],
    Body: AuthorityFields,
  },
  { id: 'validity', label: 'Validity', fields: ['days'], Body: () => <ValidityField kept={kept} /> },
]

const fields = {
  serverName: 'serverName',
  caName: 'authority',
  templateName: 'templateName',
  profile: 'profile',
  rootCertificateCommonName: 'authority',
  rootCertificateSerialNumber: 'authority',
  Validity: 'days',
  isIntermediate: 'intermediate',
  pathLength: 'pathLength',
  permittedNames: 'permittedNames',
  excludedNames: 'excludedNames',
} as const
