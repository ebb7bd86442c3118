import { QueryClientProvider } from '@tanstack/react-query'
import { onDemand } from '../ui/on-demand.tsx'
import { ToastHost } from '../ui/ToastHost.tsx'
import { Crash } from './Crash.tsx'
import { queryClient } from './query-client.ts'
import { Routes } from './Routes.tsx'
import { useSessionId } from './session.ts'

const LiveUpdates = onDemand(() => import('./LiveUpdates.tsx').then((part) => part.LiveUpdates))

export function App() {
  const sessionId = useSessionId()
  return (
    <Crash>
      <QueryClientProvider client={queryClient}>
        <Routes />
        {sessionId !== null && <LiveUpdates key={sessionId} sessionId={sessionId} />}
      </QueryClientProvider>
      <ToastHost />
    </Crash>
  )
}
