export { default } from '../totp/recovery-codes.tsx';
