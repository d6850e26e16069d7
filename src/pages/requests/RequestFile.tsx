import { QueryProblem } from '#components/actions/QueryProblem.tsx'
import { NotTold } from '#components/offered/NotTold.tsx'
import { Loading } from '#ui/feedback/Loading.tsx'
import { Notice } from '#ui/feedback/Notice.tsx'
import { Button } from '#ui/layout/layout.ts'
import { Panel } from '#ui/layout/Panel.tsx'
import { CopyButton } from '#ui/values/CopyButton.tsx'
import { saveFile } from '#ui/values/save-file.ts'
import { ReadFacts } from './ReadFacts.tsx'
import { useRequestFile } from './request-query.ts'
import classes from './requests.module.css'

/** What the request asks for, and the request itself, to be taken to an authority elsewhere. */
export function RequestFile({ id }: { id: string }) {
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
        <NotTold what="what the request contains">Download the request in the user interface of that server.</NotTold>
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
      <Panel
        title="File"
        aside={file.name}
        actions={
          <>
            {read && <CopyButton value={read.pem} label="Copy request" withText />}
            <Button
              size="xs"
              variant="default"
              onClick={() => saveFile(file.name, Uint8Array.from(file.bytes), 'application/pkcs10')}
            >
              Download
            </Button>
          </>
        }
      >
        {read && <pre className={classes.pem}>{read.pem}</pre>}
      </Panel>
    </>
  )
}
