import { useQuery } from '@tanstack/react-query'
import { useMay } from '#api/may.ts'
import { QueryProblem } from '#components/actions/QueryProblem.tsx'
import { authoritiesQuery } from '#components/issuing/requests-query.ts'
import { notIssuedBy, profilesIn, profilesQuery } from '#components/issuing/profile/profiles.ts'
import {
  type Authority,
  authorityIn,
  byHand,
  inChoiceOrder,
  isExternal,
  keyOf,
  type SignForm,
} from '#components/issuing/sign-form.ts'
import { ProfilesProblem } from '#components/issuing/profile/ProfilesProblem.tsx'
import { NotReported } from '#components/offered/NotReported.tsx'
import { authorityPermission } from '#contract/keys/rules/authority-rules.ts'
import { instantOf } from '#contract/time.ts'
import { Loading } from '#ui/feedback/Loading.tsx'
import type { Option } from '#ui/form/ChoiceField.tsx'
import { FormCheckbox, FormChoice, FormSelect, FormText, useFormValues } from '#ui/form/FormFields.tsx'
import { Text } from '#ui/layout/layout.ts'
import { absoluteTime } from '#ui/values/moment.ts'

/** Selects the CA: a known one, or by name. */
export function AuthorityFields() {
  const { data, error, isFetched, refetch } = useQuery(authoritiesQuery)
  const { authority, intermediate } = useFormValues<SignForm>()
  const may = useMay()
  if (!isFetched) return <Loading />
  const all = data?.rows ?? []
  const chosen = authorityIn(all, authority)
  return (
    <>
      {data === null && <NotReported what="its authorities">Enter the authority manually.</NotReported>}
      {error && (
        <>
          <Text size="sm">The list of authorities could not be loaded. You can enter the authority manually.</Text>
          <QueryProblem error={error} refetch={refetch} />
        </>
      )}
      <FormChoice name="authority" label="Issuer" options={[...inChoiceOrder(all).map(optionOf), ...handOptions]} />
      {authority === byHand.EXTCA && (
        <>
          <FormText name="serverName" label="Server of the authority" required />
          <FormText name="caName" label="Name of the authority" required />
          <FormText name="templateName" label="Template" required />
        </>
      )}
      {chosen && isExternal(authority) && (
        <FormSelect name="templateName" label="Template" required options={templateOptions(chosen)} />
      )}
      {authority === byHand.signWithRoot && (
        <>
          <FormText name="rootName" label="Common name of the root" required />
          <FormText name="rootSerial" label="Serial number of the root" required />
        </>
      )}
      {authority !== '' && !isExternal(authority) && may(authorityPermission) && (
        <FormCheckbox
          name="intermediate"
          label="Issue as intermediate CA"
          description="An intermediate CA can sign requests. Leave off for servers, devices and people."
        />
      )}
      {chosen && !isExternal(authority) && <ProfileSelect authority={chosen} />}
      {intermediate && chosen && !isExternal(authority) && (
        <>
          <FormText
            name="pathLength"
            label="Authorities below it (path length)"
            inputMode="numeric"
            description="Maximum number of subordinate CA levels. Empty: none."
          />
          <FormText
            name="permittedNames"
            label="Permitted names"
            description="Comma-separated domains, IP networks or email:domain, such as example.com, 10.0.0.0/8. Types that are not listed are not restricted. Empty: any name."
          />
          <FormText name="excludedNames" label="Excluded names" description="Exceptions within the permitted names." />
        </>
      )}
    </>
  )
}

/** Select for the profile, limited to those of the authority. Nothing if the server has no profiles. */
function ProfileSelect({ authority }: { authority: Authority }) {
  const { data } = useQuery(profilesQuery)
  const { intermediate, profile } = useFormValues<SignForm>()
  const fitting = profilesIn(data?.rows).filter(
    ({ name, isAuthority }) => isAuthority === intermediate && notIssuedBy(authority, name) === undefined,
  )
  if (data === null) return null
  // Keeps the draft's profile as an option while the list is loading.
  const kept = data || profile === '' ? [] : [{ value: profile, label: profile }]
  return (
    <>
      <ProfilesProblem without="The service chooses one by the request." />
      <FormSelect
        name="profile"
        label="Profile"
        description="Determines what the certificate can be used for."
        options={[
          { value: '', label: 'As requested (chosen by the service)' },
          ...kept,
          ...fitting.map(({ name, description }) => ({
            value: name,
            label: description ? `${name}: ${description}` : name,
          })),
        ]}
      />
    </>
  )
}

const handOptions: Option[] = [
  { value: byHand.EXTCA, label: 'Other external authority', description: 'Enter manually.' },
  {
    value: byHand.signWithRoot,
    label: 'Other root',
    description: 'Enter manually. Its key must be stored in the service.',
  },
]

function optionOf(authority: Authority): Option {
  const { commonName = '', caName = '', serverName = '', signType, canSign, reason = '' } = authority
  const external = signType === 'EXTCA'
  const ends = instantOf(authority.ExpiryDate)
  const facts = [
    external ? `External authority ${caName} on ${serverName}` : internalText(authority),
    ends ? `expires ${absoluteTime(ends)}` : '',
    canSign === false ? `cannot sign: ${reason || 'no reason given'}` : '',
  ]
  return {
    value: keyOf(authority),
    label: commonName || caName || 'Unnamed',
    description: facts.filter(Boolean).join(', '),
    disabled: canSign === false,
  }
}

const internalText = ({ isRoot }: Authority) =>
  isRoot === undefined ? 'Internal root or intermediate CA' : isRoot ? 'Internal root' : 'Internal issuing authority'

const templateOptions = ({ templates = [] }: Authority): Option[] => [
  { value: '', label: 'Choose a template' },
  ...templates.flatMap((name) => (typeof name === 'string' ? [{ value: name, label: name }] : [])),
]
