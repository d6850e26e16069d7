import { QueryProblem } from '#components/actions/QueryProblem.tsx'
import { useRequestFile } from '#components/issuing/use-request-file.ts'
import { RequestFiles } from '#components/issuing/RequestFiles.tsx'
import { NotReported } from '#components/offered/NotReported.tsx'
import { Loading } from '#ui/feedback/Loading.tsx'
import { Notice } from '#ui/feedback/Notice.tsx'
import { Panel } from '#ui/layout/Panel.tsx'
import { ReadFacts } from './ReadFacts.tsx'

/** Content of the request, and the file for an external CA. */
export function RequestFile({ id, hasKey }: { id: string; hasKey: boolean | undefined }) {
  const { file, read, error, refetch } = useRequestFile(id)
  if (error) {
    return (
      <Panel title="Requested details">
        <QueryProblem error={error} refetch={refetch} />
      </Panel>
    )
  }
  if (file === null) {
    return (
      <Panel title="Requested details">
        <NotReported what="what the request contains">
          Download the request in the user interface of that server.
        </NotReported>
      </Panel>
    )
  }
  if (!file || read === undefined) return <Loading />
  return (
    <>
      {read === null ? (
        <Notice tone="warn" title="The request cannot be read">
          <span>You can still download the file below.</span>
        </Notice>
      ) : (
        <ReadFacts title="Requested details" request={read} />
      )}
      <RequestFiles id={id} hasKey={hasKey} />
    </>
  )
}
