import { failureText, LOADING_FAILED } from '../lib/api-client.ts'
import { Button } from './Button.tsx'
import { Notice } from './Notice.tsx'

interface LoadingFailedProps {
  readonly title: string
  readonly error: Error | null
  readonly onRetry: () => void
  /** `h1` when it is the whole screen. */
  readonly as?: 'h1' | 'h2'
}

/** Says in place of content why it couldn't be loaded, with a button to try again. */
export function LoadingFailed({ title, error, onRetry, as = 'h2' }: LoadingFailedProps) {
  return (
    <Notice as={as} title={title} action={<Button onClick={onRetry}>Try Again</Button>}>
      {failureText(error, LOADING_FAILED)}
    </Notice>
  )
}
