import { queryOptions, useQuery } from '@tanstack/react-query'
import { readRequest, requestFacts } from '#components/issuing/read/read-request.ts'
import { ReadFacts } from '#pages/requests/ReadFacts.tsx'
import { FormArea, useFillField, useFormValues } from '#ui/form/FormFields.tsx'
import { factsIn, type ImportForm } from './import-form.ts'
import { ReadFile } from './ReadFile.tsx'

const readingOf = (text: string) =>
  queryOptions({
    queryKey: ['read request', text],
    enabled: factsIn(text) !== undefined,
    queryFn: async () => (await readRequest(new TextEncoder().encode(text))) ?? null,
  })

/** The request, from a file or pasted, with its content as parsed in the browser. */
export function RequestFields() {
  const { request } = useFormValues<ImportForm>()
  const fill = useFillField()
  const { data } = useQuery(readingOf(request))
  return (
    <>
      <ReadFile
        label="Choose a file"
        accept=".csr,.pem,.der,.p10,.req,.txt,application/pkcs10"
        onFile={({ name, bytes }) => {
          const facts = requestFacts(bytes)
          if (facts) fill('request', facts.pem)
          return Promise.resolve(facts ? undefined : `${name} contains no signing request (PKCS #10).`)
        }}
      />
      <FormArea name="request" label="Request (PEM)" description="Or paste it here." rows={8} mono required />
      {data && factsIn(request) && <ReadFacts title="Requested details" request={data} />}
    </>
  )
}
