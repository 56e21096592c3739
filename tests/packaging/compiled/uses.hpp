#pragma once

bool use_every_agent();
bool use_every_bounded();
bool use_every_entity();
bool use_every_session();
bool use_every_task();
bool use_own();
bool use_sessions();
bool use_shared();
bool use_tasks();
