// The schemas of the sign-in forms, which load after the forms are shown: see Login.tsx.
export { loginForm, superAdminLoginForm } from '../../../../contract/sessions.ts'
