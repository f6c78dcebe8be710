export { default } from '../shared/resend-code.tsx';
